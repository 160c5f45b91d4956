import { z } from 'zod';
import {
  hasUnseen,
  HS_CODE,
  isSaneTime,
  LONGEST,
  MAX_PRICE,
  SLUG,
} from '#domain/catalogue-rules.ts';
import { formatPounds, pence } from '#domain/money.ts';
import { visibleText } from '#domain/plain-line.ts';
import { eachFact, facts, type numberFacts } from '#domain/product-facts.ts';
import { countryNamed, isCountryCode } from '#domain/postal/country-in-text.ts';
import { DAY_ADVICE, isAmericanDay, readDay } from './days.ts';
import { readMoment } from './london-cells.ts';
import { readPrice, readWhole } from './numbers.ts';
import { shownValue } from './table.ts';

const mostUnits = 1_000_000;

/** Maximum number of pictures per colour. */
const MOST_PICTURES = 20;

/** Error text for an empty cell, or a JSON value of another type. */
function kind(expected: string) {
  return ({ input }: { input?: unknown }) => (input === undefined ? 'This is empty.' : expected);
}

function words(max: number) {
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

function oneLine(max: number) {
  return words(max).refine((value) => !value.includes('\n'), {
    error: 'The text must be on one line.',
  });
}

const slug = z
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

const price = numberOrText.transform((value, context) => {
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

/**
 * A cell, or the word that removes its value.
 * @param none the value for that word.
 */
function orNone<Value>(cell: z.ZodType<Value>, none: Value) {
  return z
    .unknown()
    .transform((value, context): Value => {
      if (typeof value === 'string' && /^none$/i.test(value.trim())) return none;
      const { data, error } = cell.safeParse(value);
      for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
      return error ? z.NEVER : data;
    })
    .optional();
}

const stock = numberOrText.transform((value, context) => {
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
function wholeFact(name: (typeof numberFacts)[number]) {
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
const hsCode = numberOrText.transform((value, context) => {
  const digits = String(value).replaceAll(/[\s.]/g, '');
  if (HS_CODE.test(digits)) return digits;
  context.addIssue({
    code: 'custom',
    message: `“${value}” is not a commodity code: it has 6, 8 or 10 digits, such as 6505 00 90.`,
  });
  return z.NEVER;
});

const country = z.string({ error: kind('This must be text.') }).transform((value, context) => {
  const code = value.trim().toUpperCase();
  const known = isCountryCode(code) ? code : countryNamed(value);
  if (known !== undefined) return known;
  context.addIssue({
    code: 'custom',
    message: `“${value}” is not a country. Write its two letters or its English name, such as PT or Portugal.`,
  });
  return z.NEVER;
});

/** A moment as exported to CSV and JSON. Kept as text: `Date` would lose the database's microseconds. */
const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const added = z
  .unknown()
  .transform((value, context) => {
    const written = moment.safeParse(value).data ?? readDay(value);
    if (value === undefined || (written !== undefined && isSaneTime(written))) return written;
    const found = shownValue(value);
    const message = isAmericanDay(found)
      ? `“${found}” has the month before the day. Write the day first, as in 14/03/2026, or leave the cell empty to keep the shop’s.`
      : `“${found}” is not a day. ${DAY_ADVICE}, or leave the cell empty to keep the shop’s.`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .optional();

/** A day and time on London's clock, as the moment in ISO 8601. */
const londonMoment = z
  .unknown()
  .transform((value, context) => {
    if (value === undefined) return undefined;
    const read = readMoment(value);
    if ('at' in read && isSaneTime(read.at)) return read.at;
    const message = 'at' in read ? `“${shownValue(value)}” is not in this century.` : read.because;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .optional();

/** A category that a file adds. */
export const Category = z.object({ id: slug, name: oneLine(LONGEST.category) });

/** Product-level values of a row, in the units of the database. */
const ProductCells = z.object({
  slug,
  name: oneLine(LONGEST.name),
  description: words(LONGEST.description).optional(),
  ...eachFact(
    (name) => oneLine(facts[name].longest).optional(),
    (name) => wholeFact(name).optional(),
  ),
  hs_code: hsCode.optional(),
  /** Country of origin, ISO 3166-1 alpha-2. */
  origin_country: country.optional(),
  /** Pence. */
  price,
  /** Sale price in pence; 0 for no sale. */
  sale_price: orNone<number>(price, 0),
  /** Start and end of the sale, ISO 8601 or Postgres' infinities. */
  sale_from: orNone(londonMoment, '-infinity'),
  sale_until: orNone(londonMoment, 'infinity'),
  /** A category's slug or its name. */
  category: oneLine(LONGEST.slug),
  /** ISO 8601 day or date-time. */
  added,
  /** When shoppers first see it, ISO 8601. */
  visible_from: londonMoment,
});
export type ProductCells = z.infer<typeof ProductCells>;

/** A picture's alt text. In spreadsheets, | separates two of them. */
const description = oneLine(LONGEST.alt).refine((text) => !text.includes('|'), {
  error: 'A description cannot contain “|”.',
});

/** Colour-level values of a row, in the units of the database. */
const ColourCells = z.object({
  colour: oneLine(LONGEST.colour),
  /** #RRGGBB */
  swatch: z
    .string('This must be text.')
    .regex(/^#[0-9A-Fa-f]{6}$/, 'Write the colour as # and six hex digits, such as #6A6848.')
    .optional(),
  /** Units in the stockroom, including those held for open checkouts. */
  stock: stock.optional(),
  /** Files, or addresses of pictures that the shop already has. */
  pictures: z
    .array(z.string('A picture must be the name of a file.'), 'This must be a list of pictures.')
    .max(MOST_PICTURES, `A colour can have at most ${MOST_PICTURES} pictures.`)
    .optional(),
  /** Alt texts in the order of the pictures; empty for the shop's default. */
  alts: z
    .array(z.union([z.literal(''), description]), 'This must be a list of texts.')
    .max(MOST_PICTURES, `A colour can have at most ${MOST_PICTURES} pictures.`)
    .transform((alts) => alts.slice(0, alts.findLastIndex((alt) => alt !== '') + 1))
    .optional(),
});
export type ColourCells = z.infer<typeof ColourCells>;

/** One row, parsed into the database's units. */
export const Row = ProductCells.extend(ColourCells.shape);
