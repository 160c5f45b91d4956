import { z } from 'zod';
import { isSaneTime, LONGEST } from '#domain/catalogue/catalogue-rules.ts';
import {
  alt,
  gtin,
  hsCode,
  kind,
  MOST_PICTURES,
  oneLine,
  price,
  sku,
  slug,
  stock,
  swatch,
  wholeFact,
} from '#domain/cells/catalogue-cells.ts';
import { description } from '#domain/cells/description-cell.ts';
import { shownValue } from '#domain/cells/shown-value.ts';
import { eachFact, facts } from '#domain/catalogue/product-facts.ts';
import { countryNamed, isCountryCode } from '#domain/postal/country-in-text.ts';
import { listed, NONE } from './cell-list.ts';
import { DAY_ADVICE, isAmericanDay, readDay } from './days.ts';
import { readMoment } from './london-cells.ts';

/**
 * A cell, or the word that removes its value.
 * @param none the value for that word.
 */
function orNone<Value>(cell: z.ZodType<Value>, none: Value) {
  return z
    .unknown()
    .transform((value, context): Value => {
      if (typeof value === 'string' && NONE.test(value.trim())) return none;
      const { data, error } = cell.safeParse(value);
      for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
      return error ? z.NEVER : data;
    })
    .optional();
}

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

/** Names or slugs, in one cell or as a list. */
export const names = z.union(
  [z.string().transform(listed), z.array(oneLine(LONGEST.slug))],
  'This must be a list of names.',
);

/** A category that a file adds. */
export const Category = z.object({ id: slug, name: oneLine(LONGEST.category) });

/** Product-level values of a row, in the units of the database. */
const ProductCells = z.object({
  slug,
  name: oneLine(LONGEST.name),
  description: description(LONGEST.description).optional(),
  ...eachFact(
    (name) => oneLine(facts[name].longest).optional(),
    (name) => wholeFact(name).optional(),
  ),
  hs_code: hsCode.optional(),
  /** Country of origin, ISO 3166-1 alpha-2. */
  origin_country: country.optional(),
  search_title: oneLine(LONGEST.search_title).optional(),
  search_description: oneLine(LONGEST.search_description).optional(),
  /** File name of one of its pictures, or the address of a picture of the shop. */
  share_picture: oneLine(500).optional(),
  /** Pence. */
  price,
  /** Sale price in pence; 0 for no sale. */
  sale_price: orNone<number>(price, 0),
  /** Start and end of the sale, ISO 8601 or Postgres' infinities. */
  sale_from: orNone(londonMoment, '-infinity'),
  sale_until: orNone(londonMoment, 'infinity'),
  /** A category's slug or its name. */
  category: oneLine(LONGEST.slug),
  /** Slugs or names of the collections by hand that it is in. */
  collections: orNone(names, []),
  /** ISO 8601 day or date-time. */
  added,
  /** When shoppers first see it, ISO 8601. */
  visible_from: londonMoment,
});
export type ProductCells = z.infer<typeof ProductCells>;

/** Colour-level values of a row, in the units of the database. */
const ColourCells = z.object({
  colour: oneLine(LONGEST.colour),
  sku: sku.optional(),
  gtin: gtin.optional(),
  /** #RRGGBB */
  swatch: swatch.optional(),
  /** Units in the stockroom, including those held for open checkouts. */
  stock: stock.optional(),
  /** Files, or addresses of pictures that the shop already has. */
  pictures: z
    .array(z.string('A picture must be the name of a file.'), 'This must be a list of pictures.')
    .max(MOST_PICTURES, `A colour can have at most ${MOST_PICTURES} pictures.`)
    .optional(),
  /** The one of the pictures that shows it worn. */
  worn: oneLine(500).optional(),
  /** Address of a film of the shop. */
  film: oneLine(500).optional(),
  /** Alt texts in the order of the pictures; empty for the shop's default. */
  alts: z
    .array(z.union([z.literal(''), alt]), 'This must be a list of texts.')
    .max(MOST_PICTURES, `A colour can have at most ${MOST_PICTURES} pictures.`)
    .transform((alts) => alts.slice(0, alts.findLastIndex((text) => text !== '') + 1))
    .optional(),
});
export type ColourCells = z.infer<typeof ColourCells>;

/** One row, parsed into the database's units. */
export const Row = ProductCells.extend(ColourCells.shape);
