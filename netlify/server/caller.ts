import { HttpError } from './http-error.ts';
import { shopperOf } from './token.ts';

function bearerToken(request: Request): string | null {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/**
 * The id of the logged-in shopper who makes the request.
 * @throws HttpError 401 without a valid token.
 */
export async function requireShopper(request: Request): Promise<string> {
  const token = bearerToken(request);
  const shopper = token ? await shopperOf(token) : null;
  if (!shopper) {
    throw new HttpError(401, 'Please log in again.', { 'WWW-Authenticate': 'Bearer' });
  }
  return shopper;
}

/** The shopper who makes the request, or null: for calls that are open to everyone. */
export async function knownShopper(request: Request): Promise<string | null> {
  const token = bearerToken(request);
  return token ? await shopperOf(token) : null;
}

/**
 * Checks that a payload's `user` is the owner of the request's token.
 * @throws HttpError 403 when it is someone else.
 */
export function requireSelf(shopper: string, user: string): void {
  if (user !== shopper) throw new HttpError(403, 'That belongs to someone else.');
}
