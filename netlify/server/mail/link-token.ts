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

/** A day in UTC, as part of what is signed. @param ago in days. */
function dayOf(ago: number): string {
  return new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
}

/** A token that works on the day it is made and the next, in UTC: for links that are looked at and then forgotten. */
export function briefToken(purpose: 'mailing-preview', id: string): string {
  return `${id}.${signatureOf(purpose, `${id} ${dayOf(0)}`)}`;
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
  return idSignedAs(token, (id) => [signatureOf(purpose, id)]);
}

/**
 * The id in a token that `briefToken` made today or yesterday.
 * @throws HttpError 400 for any other.
 */
export function idOfBriefLink(purpose: 'mailing-preview', token: string): string {
  return idSignedAs(token, (id) =>
    [0, 1].map((ago) => signatureOf(purpose, `${id} ${dayOf(ago)}`)),
  );
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function idSignedAs(token: string, signatures: (id: string) => string[]): string {
  const [id = '', signature = '', ...rest] = token.split('.');
  const signed = signatures(id).some((right) => isSame(signature, right));
  if (!signed || rest.length > 0 || !z.uuid().safeParse(id).success) throw linkExpired();
  return id;
}
