import { accountRequired, HttpError, loginRequired } from './http-error.ts';
import { idleSeconds } from './idle-seconds.ts';
import { shopperOf, type Shopper } from './token.ts';
import { requestMessages } from './messages/requests.ts';

function bearerToken(request: Request): string | null {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/**
 * The shopper making the request, by a valid token: with an account or a guest, for the calls of the checkout. The
 * session may have ended since: SQL functions that act for a shopper check that (`require_session`).
 * @throws HttpError 401 without a valid token.
 */
export async function requireBuyer(request: Request): Promise<Shopper> {
  const shopper = await knownBuyer(request);
  if (!shopper) throw loginRequired();
  return shopper;
}

/** The shopper or guest making the request, or null: for calls open to everyone. */
export async function knownBuyer(request: Request): Promise<Shopper | null> {
  const token = bearerToken(request);
  return token ? await shopperOf(token) : null;
}

function notGuest<Known extends Shopper | null>(shopper: Known): Known {
  if (shopper?.guest) throw accountRequired();
  return shopper;
}

/**
 * The logged-in shopper making the request, as `requireBuyer`.
 * @throws HttpError 401 without a valid token; 403 for a guest.
 */
export async function requireShopper(request: Request): Promise<Shopper> {
  return notGuest(await requireBuyer(request));
}

/** The shopper making the request, or null: for calls open to everyone but guests. @throws HttpError 403 for a guest. */
export async function knownShopper(request: Request): Promise<Shopper | null> {
  return notGuest(await knownBuyer(request));
}

/**
 * Checks that a payload's `user` is the owner of the request's token.
 * @throws HttpError 403 when it is someone else.
 */
export function requireSelf(shopper: Shopper, user: string): void {
  if (user !== shopper.id) throw new HttpError(403, requestMessages.anothersData);
}

/** A login whose access token may have expired. */
export interface Login extends Shopper {
  /** The access token. */
  token: string;
  expired: boolean;
}

/** The login that a request carries, live or recently expired; null without one. */
export async function knownLogin(request: Request): Promise<Login | null> {
  const token = bearerToken(request);
  if (!token) return null;
  const live = await shopperOf(token);
  const shopper = live ?? (await shopperOf(token, idleSeconds));
  return shopper && { ...shopper, token, expired: live === null };
}

/**
 * The login that a request carries, live or recently expired: for renewing it.
 * @throws HttpError 401 without one.
 */
export async function requireLogin(request: Request): Promise<Login> {
  const login = await knownLogin(request);
  if (!login) throw loginRequired();
  return login;
}
