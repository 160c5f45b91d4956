/** Values of products and colours as people write them, in a spreadsheet's cell or in the studio's form. */
import * as z from 'zod';
import { hasUnseen, HS_CODE, LONGEST, MAX_PRICE, SLUG } from '../catalogue/catalogue-rules.ts';
import { formatPounds, pence } from '../money/money.ts';
import { visibleText } from '../basics/plain-line.ts';
import { codeForm } from '../names/code-form.ts';
import { facts, type numberFacts } from '../catalogue/product-facts.ts';
import { gtinOf, SKU } from '../names/product-code.ts';
import { readPrice, readWhole } from './cell-numbers.ts';
import { shownValue } from './shown-value.ts';

const mostUnits = 1_000_000;

/** Maximum number of pictures per colour. */
export const MOST_PICTURES = 20;

/** Error text for an empty cell, or a JSON value of another type. */
export function kind(expected: string) {
  return ({ input }: { input?: unknown }) => (input === undefined ? 'This is empty.' : expected);
}

/** A text of several lines. */
export function words(max: number) {
  return z
    .string({
      error: ({ input }) =>
        input instanceof Date
          ? `“${shownValue(input)}” is a day. The spreadsheet has taken a text for one: give the cell the format “Text” and type it again.`
          : kind('This must be text.')({ input }),
    })
    .overwrite(visibleText)
    .trim()
    .min(1, 'This is empty.')
    .refine((value) => value.length <= max, {
      error: ({ input }) =>
        `The text has ${String(input).length} characters; at most ${max} are allowed.`,
    })
    .refine((value) => !hasUnseen(value.replaceAll(/[\t\n\r]/g, '')), {
      error: 'The text contains an invisible character. Retype it.',
    })
    .refine((value) => !value.includes('\uFFFD'), {
      error: 'Letters were lost (�) when the file was saved. Retype them and save as UTF-8.',
    });
}

/** A text on one line. */
export function oneLine(max: number) {
  return words(max).refine((value) => !value.includes('\n'), {
    error: 'The text must be on one line.',
  });
}

/** The short name of a product or category. */
export const slug = z
  .string({ error: kind('This must be text.') })
  .overwrite(visibleText)
  .trim()
  .max(LONGEST.slug, `The slug has more than ${LONGEST.slug} characters.`)
  .regex(SLUG, 'Use lower-case letters, digits and hyphens only, such as “boss-beanie”.');

const numberOrText = z.union([z.number(), z.string()], {
  error: ({ input }) =>
    input instanceof Date
      ? `“${shownValue(input)}” is a day. The spreadsheet has taken a number for one: give the cell the format “Number” and type it again.`
      : kind('This must be a number.')({ input }),
});

/** A price in pounds, as pence. */
export const price = numberOrText.transform((value, context) => {
  const amount = readPrice(value);
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (typeof amount === 'object') return refuse(`“${value}” ${amount.because}.`);
  if (amount > 0 && amount <= MAX_PRICE) return amount;
  const range = `between ${formatPounds(pence(1))} and ${formatPounds(MAX_PRICE)}`;
  return refuse(`“${value}” cannot be a price: it must be ${range}.`);
});

/** Units in the stockroom. */
export const stock = numberOrText.transform((value, context) => {
  const units = readWhole(value);
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (typeof units === 'object') return refuse(`“${value}” ${units.because}.`);
  if (units < 0) return refuse(`“${value}” is less than nothing. Write 0 when it is sold out.`);
  if (units > mostUnits) return refuse(`“${value}” is more than ${mostUnits} units.`);
  return units;
});

/** A whole number, with or without its unit: 85, 85 g, 85 grams. */
export function wholeFact(name: (typeof numberFacts)[number]) {
  const { label, unit, units, least, most } = facts[name];
  const written = new RegExp(` ?(?:${unit}|${units}?)$`, 'i');
  return numberOrText.transform((value, context) => {
    const whole = readWhole(typeof value === 'string' ? value.replace(written, '') : value);
    if (typeof whole === 'number' && whole >= least && whole <= most) return whole;
    const message = `“${value}” is not a ${label.toLowerCase()}: write whole ${units}, from ${least} to ${most}.`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** A commodity code, which tariffs print in groups: 6505 00 90. */
export const hsCode = numberOrText.transform((value, context) => {
  const digits = String(value).replaceAll(/[\s.]/g, '');
  if (HS_CODE.test(digits)) return digits;
  context.addIssue({
    code: 'custom',
    message: `“${value}” is not a commodity code: it has 6, 8 or 10 digits, such as 6505 00 90.`,
  });
  return z.NEVER;
});

/** A SKU, in any case. */
export const sku = numberOrText.transform((value, context) => {
  const code = codeForm(String(value)).replace(/^'+/, '');
  if (SKU.test(code) && gtinOf(code) !== code) return code;
  context.addIssue({
    code: 'custom',
    message: `“${value}” is not a SKU: use up to 40 letters A to Z, digits, hyphens, full stops and slashes, such as BB-RUST, but not a barcode’s number.`,
  });
  return z.NEVER;
});

/** The number under a product's barcode. */
export const gtin = numberOrText.transform((value, context) => {
  const typed = codeForm(String(value)).replaceAll(/^'+|\.0+$/g, '');
  const [, first = '', rest = '', power] = /^(\d)\.(\d+)E\+?(\d+)$/.exec(typed) ?? [];
  const code = gtinOf(rest.length > 0 && rest.length === Number(power) ? first + rest : typed);
  if (code !== null) return code;
  if (power !== undefined) {
    context.addIssue({
      code: 'custom',
      message: `“${value}” is a number that a spreadsheet has rounded. Give the cell the format “Text” and retype it.`,
    });
    return z.NEVER;
  }
  context.addIssue({
    code: 'custom',
    message: `“${value}” is not the number of a barcode (GTIN): it has 8, 12, 13 or 14 digits, and one of them is mistyped. If a spreadsheet dropped zeros in front, give the cell the format “Text” and retype it.`,
  });
  return z.NEVER;
});

/** A swatch, #RRGGBB. */
export const swatch = z
  .string('This must be text.')
  .regex(/^#[0-9A-Fa-f]{6}$/, 'Write the colour as # and six hex digits, such as #6A6848.');

/** A picture's alt text. Spreadsheets separate two of them by |. */
export const alt = oneLine(LONGEST.alt).refine((text) => !text.includes('|'), {
  error: 'A description cannot contain “|”.',
});
