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

/** The mailed links by purpose, each with its call. @throws ApiError 400 if it has expired. */
export const mailedLinks = {
  'confirm-email': (token: string) => press('/api/auth/confirm-email/', token),
  'confirm-subscription': (token: string) => press('/api/listing/confirm-subscription/', token),
  // Mail programs POST to these URLs as well (one-click unsubscribe), with the token in the same place.
  unsubscribe: (token: string) => pressOnce('/api/listing/unsubscribe/', token),
  'end-stock-alerts': (token: string) => pressOnce('/api/listing/end-stock-alerts/', token),
} as const;

export type MailedLink = keyof typeof mailedLinks;
