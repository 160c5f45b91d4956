import type { Config } from '@netlify/functions';
import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { idOfLink } from '#server/mail/link-token.ts';

export const config: Config = { path: '/api/listing/unsubscribe' };

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? '';
}

/**
 * The address in `List-Unsubscribe`. Mail programs POST to it, with a body that says nothing more
 * (RFC 8058); those that open it instead get the page with the button, because scanners open links.
 */
export default endpoint({
  GET: async (request) => {
    const fragment = new URLSearchParams({ token: tokenOf(request) });
    return new Response(null, {
      status: 303,
      headers: { Location: `/unsubscribe#${fragment}`, 'Cache-Control': 'no-store' },
    });
  },
  POST: async (request) => {
    const subscription = idOfLink('unsubscribe', tokenOf(request));
    dataOf(await database().rpc('unsubscribe', { p_subscription: subscription }));
    return answer(200, { unsubscribed: true });
  },
});
