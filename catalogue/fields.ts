import { z } from 'zod';
import { parsePrice } from '#domain/money.ts';

/** Maximum lengths, in characters. */
const longest = { slug: 100, name: 120, description: 5000, colour: 60 } as const;

/** Highest price that the database accepts, in pence. */
const dearest = 9_999_999;

const mostUnits = 1_000_000;

/** Error text for an empty cell, or a JSON value of another type. */
function kind(expected: string) {
  return ({ input }: { input?: unknown }) => (input === undefined ? 'This is empty.' : expected);
}

/** Invisible characters, which do harm in addresses and on parcel labels. */
// oxlint-disable-next-line no-control-regex
const invisible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u200B\u2028\u2029]/;

function words(max: number) {
  return z
    .string({ error: kind('This must be text.') })
    .trim()
    .min(1, 'This is empty.')
    .refine((value) => value.length <= max, {
      error: ({ input }) =>
        `The text has ${String(input).length} characters; at most ${max} are allowed.`,
    })
    .refine((value) => !invisible.test(value) && value.isWellFormed(), {
      error: 'The text contains an invisible character. Retype it.',
    })
    .refine((value) => !value.includes('\uFFFD'), {
      error: 'Letters were lost (�) when the file was saved. Retype them and save as UTF-8.',
    });
}

function oneLine(max: number) {
  return words(max).refine((value) => !/[\r\n\t]/.test(value), {
    error: 'The text must be on one line.',
  });
}

const numberOrText = z.union([z.number(), z.string()], { error: kind('This must be a number.') });

const price = numberOrText.transform((value, context) => {
  try {
    const pence = parsePrice(value);
    if (pence > 0 && pence <= dearest) return pence;
    context.addIssue({
      code: 'custom',
      message: `“${value}” cannot be a price: it must be between £0.01 and £99,999.99.`,
    });
  } catch {
    context.addIssue({
      code: 'custom',
      message: `“${value}” is not a price. Write it like 45, 45.50, £45.00 or Rs 45.`,
    });
  }
  return z.NEVER;
});

const stock = numberOrText.transform((value, context) => {
  const units = typeof value === 'number' || /^-?\d{1,12}$/.test(value) ? Number(value) : NaN;
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (!Number.isInteger(units)) return refuse(`“${value}” is not a whole number of units.`);
  if (units < 0) return refuse(`Stock cannot be negative (${units}). Write 0 when it is sold out.`);
  if (units > mostUnits) return refuse(`Stock can be at most ${mostUnits} units, not ${units}.`);
  return units;
});

/** A date, or a date-time as exported. Kept as text: `Date` would lose the database's microseconds. */
const added = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'Write the date as year-month-day, such as 2026-03-14.',
});

/** One row, parsed into the database's units. */
export const Row = z.object({
  slug: z
    .string({ error: kind('This must be text.') })
    .max(longest.slug, `The slug has more than ${longest.slug} characters.`)
    .regex(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
      'Use lower-case letters, digits and hyphens only, such as “boss-beanie”.',
    ),
  name: oneLine(longest.name),
  description: words(longest.description).optional(),
  price,
  category: oneLine(longest.name),
  added: added.optional(),
  colour: oneLine(longest.colour),
  swatch: z
    .string('This must be text.')
    .regex(/^#[0-9A-Fa-f]{6}$/, 'Write the colour as # and six hex digits, such as #6A6848.')
    .optional(),
  stock: stock.optional(),
  pictures: z
    .array(z.string('A picture must be the name of a file.'), 'This must be a list of pictures.')
    .max(20, 'A colour can have at most 20 pictures.')
    .optional(),
});

export type Row = z.infer<typeof Row>;
