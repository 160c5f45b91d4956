import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { HttpError } from '../http-error.ts';
import { callerHash } from '../rate-limit/caller-hash.ts';

/** The purpose of a mailed link. */
type LinkPurpose =
  | 'confirm-email'
  | 'confirm-subscription'
  | 'unsubscribe'
  | 'end-stock-alerts'
  | 'mailing-preview'
  | 'claim-order'
  | 'merge-orders'
  | 'staff-invitation'
  | 'order';

function signatureOf(purpose: LinkPurpose, id: string): string {
  return callerHash('mailed-link', purpose, id);
}

/**
 * The token of a mailed link: an id with its HMAC, so that no secret of the link is stored. Links
 * stop working when the secret key that signed them is replaced.
 * @param id UUID of the e-mail, the subscription, the stock alert, the mailing, the merge, the invitation or the checkout.
 */
export function linkToken(purpose: LinkPurpose, id: string): string {
  return `${id}.${signatureOf(purpose, id)}`;
}

/**
 * The token of the link by which a guest keeps an order: `linkToken`, but signed with the address that is mailed, because
 * staff may correct the order's address, and the link proves only the earlier one.
 */
export function claimToken(checkout: string, email: string): string {
  return `${checkout}.${signatureOf('claim-order', `${checkout} ${email.toLowerCase()}`)}`;
}

/** A UTC day, as part of the signed text. @param ago in days. */
function dayOf(ago: number): string {
  return new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
}

/** A mailing, and the member of staff who may view it. */
export interface Preview {
  mailing: string;
  /** Their account. */
  viewer: string;
}

function previewSignature({ mailing, viewer }: Preview, ago: number): string {
  return signatureOf('mailing-preview', `${mailing} ${viewer} ${dayOf(ago)}`);
}

/** A token that works on the day it is made and the next, in UTC: for short-lived links. */
export function previewToken(preview: Preview): string {
  return `${preview.mailing}.${preview.viewer}.${previewSignature(preview, 0)}`;
}

/**
 * The checkout that a token of `claimToken` names. Proves nothing until `isClaimOf` confirms the address.
 * @throws HttpError 400 for a text of another form.
 */
export function checkoutOfClaim(token: string): string {
  const [checkout = ''] = token.split('.');
  if (!z.uuid().safeParse(checkout).success) throw linkExpired();
  return checkout;
}

/** Whether `claimToken` made this token for this checkout and address. */
export function isClaimOf(token: string, checkout: string, email: string): boolean {
  return isSame(token, claimToken(checkout, email));
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
  const signed = isSame(signature, signatureOf(purpose, id));
  if (!signed || rest.length > 0 || !z.uuid().safeParse(id).success) throw linkExpired();
  return id;
}

/**
 * The preview in a token that `previewToken` made today or yesterday.
 * @throws HttpError 400 for any other.
 */
export function previewOfLink(token: string): Preview {
  const [mailing = '', viewer = '', signature = '', ...rest] = token.split('.');
  const preview = { mailing, viewer };
  const signed = [0, 1].some((ago) => isSame(signature, previewSignature(preview, ago)));
  if (!signed || rest.length > 0) throw linkExpired();
  return preview;
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
