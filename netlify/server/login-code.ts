import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from './keyed-hash.ts';

/** Six digits: https://pages.nist.gov/800-63-4/sp800-63b.html (3.1.3.2, “at least 20 bits”, rounded down to a habit). */
const codes = 1_000_000;

/**
 * The six-digit code of a request to log in without a password: computed from the request's id with SIGNING_SECRET, so
 * that no code is stored.
 * @param request UUID of the row in `login_codes`.
 */
export function loginCode(request: string): string {
  const hash = keyedHash(['login-code', request]);
  // Reducing 48 bits to six digits favours no code by more than four in a billion.
  return String(hash.readUIntBE(0, 6) % codes).padStart(6, '0');
}

/** Whether a code of six digits is a request's. */
export function isLoginCode(request: string, code: string): boolean {
  return timingSafeEqual(Buffer.from(code), Buffer.from(loginCode(request)));
}
