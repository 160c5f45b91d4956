import { Secret, TOTP } from 'otpauth';
import type { FreshDatabase } from './fresh-database.ts';

const stepMs = 30_000;

/**
 * What an authenticator app shows.
 * @param secret the key, in base32; blanks are allowed.
 * @param step 0 for now, 1 for the next code: it counts already, as that of an app whose clock is fast.
 */
export function codeOf(secret: string, step: -10 | 0 | 1 = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  return totp.generate({ timestamp: Date.now() + step * stepMs });
}

/** Lets the codes that somebody has tried be long ago, so that what the app shows may be used. */
export async function passTime({ sql }: Pick<FreshDatabase, 'sql'>, user: string): Promise<void> {
  await sql`
    update second_factor_codes set tried_at = tried_at - interval '1 hour' where user_id = ${user}`;
}
