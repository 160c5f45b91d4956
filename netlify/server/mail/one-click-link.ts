import type { Handler } from '../area.ts';
import { idOfLink } from './link-token.ts';

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? '';
}

/**
 * Handles an address in `List-Unsubscribe`. Mail programs POST to it, with a body that adds nothing
 * more (RFC 8058); those that open it instead get the page with the button, because scanners open links.
 * @param purpose the purpose of the link's token, and the path of that page.
 * @param act receives the id in the token.
 */
export function oneClickLink(
  purpose: 'unsubscribe' | 'end-stock-alerts' | 'end-review-mails',
  act: (id: string) => Promise<Response>,
): Handler {
  return async (request) => {
    if (request.method === 'POST') return act(idOfLink(purpose, tokenOf(request)));
    const fragment = new URLSearchParams({ token: tokenOf(request) });
    return new Response(null, {
      status: 303,
      headers: { Location: `/${purpose}#${fragment}`, 'Cache-Control': 'no-store' },
    });
  };
}

/** Headers for one-click unsubscribing in the mail program, without a visit (RFC 8058). */
export function oneClickHeaders(address: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
