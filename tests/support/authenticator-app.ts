import { Secret, TOTP } from 'otpauth';
import type { FreshDatabase } from './fresh-database.ts';

const stepMs = 30_000;

/**
 * The code that an authenticator app shows.
 * @param secret the key, in base32; blanks are allowed.
 * @param step 0 for the current code, 1 for the next one, which is already accepted, as from an app whose
 *   clock is fast.
 */
export function codeOf(secret: string, step: -10 | 0 | 1 = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  return totp.generate({ timestamp: Date.now() + step * stepMs });
}

/** Makes a user's used codes old, so that the current code may be used again. */
export async function passTime({ sql }: Pick<FreshDatabase, 'sql'>, user: string): Promise<void> {
  await sql`
    update second_factor_codes set tried_at = tried_at - interval '1 hour' where user_id = ${user}`;
}
