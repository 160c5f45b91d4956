import { createHmac } from 'node:crypto';
import { environment } from './environment.ts';

/**
 * Keyed hash (HMAC) of a text's parts, with the shop's own SIGNING_SECRET: unlike Supabase's key it outlives a restore
 * and a leak of that key.
 * @param secret another secret, such as the previous one while it is replaced.
 */
export function keyedHash(
  parts: readonly string[],
  secret: string = environment().SIGNING_SECRET,
): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
}
