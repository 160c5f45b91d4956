import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A fresh id in Stripe's form: the prefix, an underscore, and random letters and digits. */
export function objectId(prefix: string, length = 24): string {
  const letters = Array.from(randomBytes(length), (byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  );
  return `${prefix}_${letters.join('')}`;
}
