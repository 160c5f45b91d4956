import type { MailedLinkBody } from '#domain/wire/mailed-link-body.ts';
import { request } from './http/request.ts';

function press(path: string, token: string): Promise<void> {
  return request(path, () => undefined, {
    method: 'POST',
    body: { token } satisfies MailedLinkBody,
  });
}

function pressOnce(path: string, token: string): Promise<void> {
  return request(`${path}?token=${encodeURIComponent(token)}`, () => undefined, { method: 'POST' });
}

/** What a mailed link is for, with the call that does it. @throws ApiError 400 when it has expired. */
export const mailedLinks = {
  'confirm-email': (token: string) => press('/api/auth/confirm-email/', token),
  'confirm-subscription': (token: string) => press('/api/listing/confirm-subscription/', token),
  // The addresses that mail programs POST to, too, with the token where they have it.
  unsubscribe: (token: string) => pressOnce('/api/listing/unsubscribe/', token),
  'end-stock-alerts': (token: string) => pressOnce('/api/listing/end-stock-alerts/', token),
} as const;

export type MailedLink = keyof typeof mailedLinks;
