import { z } from 'zod';
import { poundsToPence } from '#domain/money.ts';

/** Control characters, which PostgreSQL or a parcel label would choke on. */
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** Required text, trimmed, of at most `max` characters. */
export function text(max: number) {
  return z
    .string('This field is required.')
    .trim()
    .min(1, 'This field is required.')
    .max(max, `Use at most ${max} characters.`)
    .refine((value) => !controlCharacters.test(value) && value.isWellFormed(), {
      error: 'Remove the characters that cannot be printed.',
    });
}

/** An e-mail address; 254 characters is the most that mail servers take. */
export const email = text(254).pipe(z.email('Enter a valid email address.'));

/** Bytes of UTF-8; Supabase Auth refuses longer ones, because bcrypt would not read the rest. */
const maxPasswordBytes = 72;

/** A password to be set. */
export const newPassword = z
  .string('This field is required.')
  .min(8, 'Use at least 8 characters.')
  .refine((password) => Buffer.byteLength(password) <= maxPasswordBytes, {
    error: `Use at most ${maxPasswordBytes} characters.`,
  });

/** The number of a row in the database. */
export const rowId = z.int('Not a valid id.').min(1, 'Not a valid id.');

/** The id of a shopper. */
export const userId = z.uuid('Not a valid user.');

/** Units of one thing in one request. */
export const quantity = z
  .int('Quantity must be a whole number.')
  .min(1, 'Quantity must be at least 1.')
  .max(10_000, 'Quantity is too large.');

/** Pounds on the wire. */
export const pounds = z
  .number('Not an amount.')
  .min(0, 'Not an amount.')
  .max(10_000_000, 'Not an amount.');

/** Pounds on the wire, at most two decimals, as pence. */
export const pence = pounds.transform((value, context) => {
  try {
    return poundsToPence(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'Not an amount in pounds and pence.' });
    return z.NEVER;
  }
});

/** The id of a payment session, as Stripe forms it. */
export const sessionId = z
  .string()
  .regex(/^cs_(test|live)_[A-Za-z0-9]{1,200}$/, 'Not a payment session.');
