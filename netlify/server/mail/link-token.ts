import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { HttpError } from '../http-error.ts';
import { callerHash } from '../rate-limit/caller-hash.ts';

/** What a mailed link does. */
type LinkPurpose =
  | 'confirm-email'
  | 'confirm-subscription'
  | 'unsubscribe'
  | 'end-stock-alerts'
  | 'mailing-preview'
  | 'order';

function signatureOf(purpose: LinkPurpose, id: string): string {
  return callerHash('mailed-link', purpose, id);
}

/**
 * The token of a mailed link: an id with its HMAC, so that no secret of the link is stored. Links
 * that were mailed end with the secret key that signed them.
 * @param id of the e-mail, the subscription, the stock alert, the mailing or the checkout, a UUID.
 */
export function linkToken(purpose: LinkPurpose, id: string): string {
  return `${id}.${signatureOf(purpose, id)}`;
}

/** The answer to a link that is unknown or too old. */
export function linkExpired(): HttpError {
  return new HttpError(400, 'This link is incomplete or has expired.');
}

/**
 * The id in a token that `linkToken` made for this purpose.
 * @throws HttpError 400 for any other.
 */
export function idOfLink(purpose: LinkPurpose, token: string): string {
  const [id = '', signature = '', ...rest] = token.split('.');
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(purpose, id))];
  const signed = given.length === right.length && timingSafeEqual(given, right);
  if (!signed || rest.length > 0 || !z.uuid().safeParse(id).success) throw linkExpired();
  return id;
}
