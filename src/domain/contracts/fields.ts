import * as z from 'zod';
import { poundsToPence } from '../money/money.ts';
import { asciiDomain } from '../basics/ascii-domain.ts';
import { isLikeFormula, NO_FORMULA } from '../basics/like-formula.ts';
import { visibleLine, visibleText } from '../basics/plain-line.ts';

/**
 * Required text, trimmed, of at most `max` characters. Invisible characters are dropped: people cannot delete what
 * they do not see.
 */
function text(max: number, visible: (text: string) => string) {
  return z
    .string('This field is required.')
    .overwrite(visible)
    .trim()
    .min(1, 'This field is required.')
    .max(max, `Use at most ${max} characters.`);
}

/** Required text in one line. */
export function oneLine(max: number) {
  return text(max, visibleLine).refine((value) => !value.includes('\n'), 'Use one line.');
}

/**
 * A username, by which people are told apart: without any character that is not seen, joiners included. SQL's twin is
 * `is_login_name`.
 */
export function loginName(max: number) {
  return text(max, (typed) =>
    visibleLine(typed).replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''),
  ).refine((value) => !value.includes('\n'), 'Use one line.');
}

/** Required text of several lines, such as an address. */
export function severalLines(max: number) {
  return text(max, visibleText);
}

/** Texts of a person that reach spreadsheets: none may begin like a formula. */
export const personText = (shape: z.ZodType<string, string>) =>
  shape.refine((value) => !isLikeFormula(value), NO_FORMULA);

/** An e-mail address; mail servers accept at most 254 characters. */
export const email = oneLine(254)
  .overwrite(asciiDomain)
  .check(z.email({ pattern: z.regexes.html5Email, error: 'Enter a valid email address.' }));

/** Bytes of UTF-8; Supabase Auth rejects longer ones because bcrypt ignores the rest. */
const maxPasswordBytes = 72;

/**
 * A password as it is hashed and compared: devices write é as one code point or as two (RFC 8265, OpaqueString).
 */
export const password = z
  .string('This field is required.')
  .overwrite((typed) => typed.replaceAll(/\p{Zs}/gu, ' ').normalize());

/** A new password. */
export const newPassword = password
  .min(8, 'Use at least 8 characters.')
  .refine((chosen) => new TextEncoder().encode(chosen).length <= maxPasswordBytes, {
    error: `Use at most ${maxPasswordBytes} characters.`,
  });

/** A numeric primary key. */
export const rowId = z.int('Not a valid id.').min(1, 'Not a valid id.');

/** A shopper's id. */
export const userId = z.uuid('Not a valid user.');

/** Whether the box for our news is ticked. */
export const wantsNews = z.boolean('Not a choice.').optional();

/** A discount code, as typed: letters, digits and whatever people put between them. */
export const discountCode = oneLine(60);

/** Units of one item. */
export const quantity = z
  .int('Quantity must be a whole number.')
  .min(1, 'Quantity must be at least 1.')
  .max(10_000, 'Quantity is too large.');

/** Pounds, as sent over the wire. */
export const pounds = z
  .number('Not an amount.')
  .min(0, 'Not an amount.')
  .max(10_000_000, 'Not an amount.');

/**
 * An amount typed in pounds, parsed to pence. Marked as pure, so that pages that load other fields of this file do
 * not load the conversion as well.
 */
export const pence = /* @__PURE__ */ pounds.transform((value, context) => {
  try {
    return poundsToPence(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'Not an amount in pounds and pence.' });
    return z.NEVER;
  }
});

/** A Stripe Checkout Session id. */
export const sessionId = z
  .string()
  .regex(/^cs_(test|live)_[A-Za-z0-9]{1,200}$/, 'Not a payment session.');

/** An amount of at most `most` pence, in whole pence, which people type in pounds. */
export function amountUpTo(most: number) {
  return z
    .int('Enter an amount such as 4.95.')
    .min(0, 'An amount cannot be negative.')
    .max(most, 'Enter an amount such as 4.95.');
}
