import type { MailedLinkBody } from '#domain/contracts/mailed-link-body.ts';
import type { Customer } from './checkout.ts';
import { request } from './http/request.ts';

function press(path: string, token: string, access?: string): Promise<void> {
  return request(path, () => undefined, {
    method: 'POST',
    body: { token } satisfies MailedLinkBody,
    access,
  });
}

function pressOnce(path: string, token: string): Promise<void> {
  return request(`${path}?token=${encodeURIComponent(token)}`, () => undefined, { method: 'POST' });
}

/**
 * Confirms the address of the account that the customer is logged in to.
 * @throws ApiError 400 if the link has expired, 401 if the login has ended, 409 for another account's link.
 */
export function confirmEmail(token: string, { access }: Customer): Promise<void> {
  return press('/api/auth/confirm-email/', token, access);
}

/** The mailed links that need no login, by purpose, each with its call. @throws ApiError 400 if it has expired. */
export const mailedLinks = {
  'confirm-subscription': (token: string) => press('/api/listing/confirm-subscription/', token),
  // Mail programs POST to these URLs as well (one-click unsubscribe), with the token in the same place.
  unsubscribe: (token: string) => pressOnce('/api/listing/unsubscribe/', token),
  'end-review-mails': (token: string) => pressOnce('/api/listing/end-review-mails/', token),
  'end-stock-alerts': (token: string) => pressOnce('/api/listing/end-stock-alerts/', token),
} as const;

/** A link's purpose, and its page. */
export type MailedLink = keyof typeof mailedLinks | 'confirm-email';
