import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A new random id in Stripe's format, e.g. `cs_test_a1B2…`. */
export function objectId(prefix: string, length = 24): string {
  const letters = Array.from(randomBytes(length), (byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  );
  return `${prefix}_${letters.join('')}`;
}
