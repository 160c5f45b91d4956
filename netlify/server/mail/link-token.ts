import { z } from 'zod';
import { HttpError } from '../http-error.ts';
import { environment } from '../environment.ts';
import { keyedHash } from '../keyed-hash.ts';
import { shopperMessages } from '../messages/shopper-calls.ts';
import { isSameSecret } from '../is-same-secret.ts';

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
  | 'order'
  | 'draw-entry'
  | 'return-label'
  | 'review'
  | 'end-review-mails'
  | 'gift-card';

function signatureOf(purpose: LinkPurpose, id: string, secret?: string): string {
  return keyedHash(['mailed-link', purpose, id], secret).toString('base64url');
}

/** Whether SIGNING_SECRET, or the one before it, made a signature. */
function isSigned(signature: string, purpose: LinkPurpose, id: string): boolean {
  const { SIGNING_SECRET, PREVIOUS_SIGNING_SECRET } = environment();
  return [SIGNING_SECRET, PREVIOUS_SIGNING_SECRET].some(
    (secret) => secret !== undefined && isSameSecret(signature, signatureOf(purpose, id, secret)),
  );
}

/**
 * The token of a mailed link: an id with its HMAC, so that no secret of the link is stored. It works as long as
 * SIGNING_SECRET or PREVIOUS_SIGNING_SECRET is the secret that signed it.
 * @param id UUID of the e-mail, the subscription, the stock alert, the mailing, the merge, the invitation, the checkout, the label, the gift card or the entry of a draw.
 */
export function linkToken(purpose: LinkPurpose, id: string): string {
  return `${id}.${signatureOf(purpose, id)}`;
}

/** The signed text of a claim. */
function claimed(checkout: string, email: string): string {
  return `${checkout} ${email.toLowerCase()}`;
}

/**
 * The token of the link by which a guest keeps an order: `linkToken`, but signed with the address that is mailed, because
 * staff may correct the order's address, and the link proves only the earlier one.
 */
export function claimToken(checkout: string, email: string): string {
  return `${checkout}.${signatureOf('claim-order', claimed(checkout, email))}`;
}

/** A UTC day, as part of the signed text. @param ago in days. */
function dayOf(ago: number): string {
  return new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
}

/** A mailing, and the member of staff who may view it. */
export interface Preview {
  mailing: string;
  /** The viewer's account. */
  viewer: string;
}

/** The signed text of a preview. */
function previewed({ mailing, viewer }: Preview, ago: number): string {
  return `${mailing} ${viewer} ${dayOf(ago)}`;
}

/** A token that works on the day it is made and the next, in UTC: for short-lived links. */
export function previewToken(preview: Preview): string {
  const signature = signatureOf('mailing-preview', previewed(preview, 0));
  return `${preview.mailing}.${preview.viewer}.${signature}`;
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
  const [id, signature = '', ...rest] = token.split('.');
  const isOf = id === checkout && rest.length === 0;
  return isOf && isSigned(signature, 'claim-order', claimed(checkout, email));
}

/** The answer to a link that is unknown or too old. */
export function linkExpired(): HttpError {
  return new HttpError(400, shopperMessages.linkExpired);
}

/**
 * The id in a token that `linkToken` made for this purpose.
 * @throws HttpError 400 for any other.
 */
export function idOfLink(purpose: LinkPurpose, token: string): string {
  const [id = '', signature = '', ...rest] = token.split('.');
  const signed = isSigned(signature, purpose, id);
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
  const signed = [0, 1].some((ago) =>
    isSigned(signature, 'mailing-preview', previewed(preview, ago)),
  );
  if (!signed || rest.length > 0) throw linkExpired();
  return preview;
}
