import { HttpError } from './http-error.ts';
import { shopperOf } from './token.ts';

function bearerToken(request: Request): string | null {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/**
 * The id of the logged-in shopper who calls.
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

/** The shopper who calls, or null: for calls that work for everyone. */
export async function knownShopper(request: Request): Promise<string | null> {
  const token = bearerToken(request);
  return token ? await shopperOf(token) : null;
}

/**
 * Checks that the `user` of a payload is the shopper whose token came with it.
 * @throws HttpError 403 when it is someone else.
 */
export function requireSelf(shopper: string, user: string): void {
  if (user !== shopper) throw new HttpError(403, 'That belongs to someone else.');
}
