import { LEAST_DAYS } from '#domain/catalogue/former-price-rule.ts';
import * as cells from '#domain/cells/catalogue-cells.ts';
import { readWhole } from '#domain/cells/cell-numbers.ts';
import { latinDigits } from '#domain/basics/latin-digits.ts';
import { freeSlug } from '#domain/names/free-slug.ts';
import { nameKey } from '#domain/names/name-key.ts';
import { slugOf } from '#domain/names/slug-of.ts';
import type { ColumnUse } from '#domain/contracts/catalogue-reading.ts';
import { columnNames, columns, type ColumnName } from '../columns.ts';
import { emptyFile, type FileRows } from '../file-rows.ts';
import { columnUses } from '../column-uses.ts';
import type { Table } from '../table.ts';
import type { Choice } from './choices.ts';
import { ONLY_COLOUR } from '#domain/names/only-colour.ts';
import { addCategory } from '../add-category.ts';
import { decodedLine } from './decode-entities.ts';
import {
  account,
  type colourRow,
  leaveAside,
  type PlatformSheet,
  type SheetCell,
  type SheetRow,
  type UseOf,
} from './platform-sheet.ts';
import { headerKey, type Platform } from './platform.ts';
import type { Picture } from './pictures-by-colour.ts';

/** Uses of a platform's headers, by their keys; null for one that must not pass for a column of the shop's. */
export type Meanings = readonly (readonly [key: RegExp, became: string | null])[];

/** The use of a header's cells. */
export function useIn(meanings: Meanings): UseOf {
  return (key) => {
    const became = meaningOf(meanings, key);
    if (became === undefined) return undefined;
    return became === null || /^(?:decides|tells|order)/.test(became) ? 'decides' : 'content';
  };
}

/** Looks up a header; `undefined` if the platform's is not used. */
function meaningOf(meanings: Meanings, key: string): string | null | undefined {
  return meanings.find(([pattern]) => pattern.test(key))?.[1];
}

/**
 * A platform's file before its rows are read.
 * @param main keys of the headers under which each column is usually found.
 */
export function platformFile(
  platform: Platform,
  sheet: PlatformSheet,
  main: Partial<Record<ColumnName, readonly string[]>>,
): FileRows {
  const letters = new Map<ColumnName, string>();
  const headers = new Map<ColumnName, string>();
  const missing = new Set<ColumnName>();
  const file: FileRows = { ...emptyFile('sheet'), platform, letters, headers, missing };
  for (const name of columnNames) {
    const keys = [sheet.own.get(name) ?? '', ...(main[name] ?? [])];
    const found = keys.flatMap((key) => sheet.headers.get(key) ?? [])[0];
    if (found) {
      letters.set(name, found.letters);
      headers.set(name, found.label);
    } else if (columns[name].required && main[name]) {
      missing.add(name);
      const message = 'This column is missing; every product needs it.';
      file.mistakes.push({ place: null, column: columns[name].sheet, message });
    }
  }
  return file;
}

/** Records a product that is not imported. */
export function leaveOut(file: FileRows, why: string, product: string): void {
  const known = file.leftOut.find((other) => other.why === why);
  if (known) known.products.push(product);
  else file.leftOut.push({ why, products: [product] });
}

/**
 * The short name of a product: of some texts, such as its handle, name, SKU and id, the first that yields one, made
 * different from the others' of the file.
 */
export function slugFor(texts: readonly (string | undefined)[], taken: Set<string>): string {
  const slugs = texts.flatMap((text = '') => slugOf(text) || []);
  const [first = 'product', ...others] = new Set(slugs);
  const longer = others.map((other) => slugOf(`${first} ${other}`));
  const own =
    [first, ...longer].find((slug) => !taken.has(slug)) ??
    freeSlug(first, (slug) => taken.has(slug));
  taken.add(own);
  return own;
}

type Row = ReturnType<typeof colourRow>;

/** Columns that each platform fills by rules of its own. */
const ruled: ReadonlySet<ColumnName> = new Set<ColumnName>(['slug', 'pictures', 'alts']);

/** Puts the shop's own columns first: people add them to complete the platform's. */
export function putOwn(
  { put }: Row,
  sheet: PlatformSheet,
  row: SheetRow,
  of: 'product' | 'colour',
) {
  for (const name of sheet.own.keys()) {
    if (columns[name].of === of && !ruled.has(name)) put(name, row.own(name));
  }
}

/** Puts a category, which the file adds if the shop does not have it. */
export function putCategory(file: FileRows, { put }: Row, from: SheetCell | undefined, name = '') {
  const plain = decodedLine(name);
  if (!from || plain === '') return;
  put('category', from, plain);
  addCategory(file.categories, plain);
}

/** Puts a colour's name; the product's only colour has one of ours. @returns whether it is the platform's. */
export function putColour({ row, put }: Row, choice: Choice | undefined): boolean {
  if (choice) put('colour', choice.cell, decodedLine(choice.values.join(', ')));
  const isNamed = row.cells.colour !== undefined;
  if (!isNamed) row.cells.colour = ONLY_COLOUR;
  return isNamed;
}

export function putPictures(file: FileRows, { put }: Row, pictures: readonly Picture[]): void {
  const [first] = pictures;
  if (!first) return;
  put(
    'pictures',
    first.cell,
    pictures.map(({ address }) => address),
  );
  account(file, ...pictures.map(({ cell }) => cell));
  // Our files separate the descriptions by this sign.
  const alts = pictures.map(({ alt }) => alt.replaceAll('|', '/'));
  if (alts.some((alt) => alt !== '')) put('alts', first.cell, alts);
}

/** Puts the codes of a variant. Platforms take any text for them; one that this shop cannot have is left aside. */
export function putCodes(
  file: FileRows,
  { put }: Row,
  sku: SheetCell | undefined,
  gtin: SheetCell | undefined,
): void {
  const given = [
    { name: 'sku', from: sku, form: cells.sku },
    { name: 'gtin', from: gtin, form: cells.gtin },
  ] as const;
  for (const { name, from, form } of given) {
    if (!from) continue;
    const code = typeof from.value === 'string' ? decodedLine(from.text) : from.value;
    const { error } = form.safeParse(code);
    if (error) leaveAside(file, from, `Not imported: ${error.issues[0]?.message}`);
    else put(name, from, code);
  }
}

/**
 * Puts a weight in grams; platforms write 0 for an unknown one.
 * @param grams grams in the unit of the column.
 */
export function putWeight(
  file: FileRows,
  { put }: Row,
  from: SheetCell | undefined,
  grams = 1,
): void {
  if (!from) return;
  const number = latinDigits(from.text).replace(/^'/, '').replaceAll(/\s/g, '').replace(',', '.');
  const weight = /^(?=\.?\d)\d*\.?\d*$/.test(number) ? Math.round(Number(number) * grams) : NaN;
  if (Number(number) === 0) account(file, from);
  if (Number(number) === 0) return;
  const { error } = cells.wholeFact('weight_grams').safeParse(weight);
  if (error) leaveAside(file, from, 'Not imported: this is not a weight.');
  else put('weight_grams', from, weight);
}

/**
 * Puts a stock. Platforms count below nothing what they sold without having it.
 */
export function putStock(file: FileRows, { put }: Row, from: SheetCell | undefined): void {
  const units = from && readWhole(latinDigits(from.text).replace(/^'/, ''));
  const isOversold = typeof units === 'number' && units < 0;
  put('stock', from, isOversold ? 0 : from?.text);
  if (from && isOversold) leaveAside(file, from, 'Oversold there: imported as 0, sold out.');
}

function keyOf({ column, text }: SheetCell): string {
  return `${column}\n${nameKey(text)}`;
}

/** Lists the cells of a product's rows that are neither imported nor named yet, unless one like it is. */
export function leaveRest(file: FileRows, rows: readonly SheetRow[]): void {
  const all = rows.flatMap((row) => row.used());
  const isAccounted = ({ cell }: SheetCell) => file.accounted.has(cell);
  const alike = new Set(all.filter(isAccounted).map(keyOf));
  for (const cell of all) {
    if (isAccounted(cell) || alike.has(keyOf(cell))) continue;
    leaveAside(file, cell, 'Not imported: this row has no place for it in the shop.');
  }
}

/** Counts over all products, for the notes. */
export interface Tally {
  unnamedColours: number;
  dividedPictures: number;
  sales: number;
  unknownStock: number;
  aside: Set<string>;
}

export function newTally(): Tally {
  return { unnamedColours: 0, dividedPictures: 0, sales: 0, unknownStock: 0, aside: new Set() };
}

function products(count: number): string {
  return count === 1 ? '1 product' : `${count} products`;
}

/** Notes on decisions taken for the person, each with the way to decide otherwise. */
export function notesOn(tally: Tally): string[] {
  const { unnamedColours, dividedPictures, sales, unknownStock, aside } = tally;
  return [
    ...(unnamedColours > 0
      ? [
          `${products(unnamedColours)} without a colour: called “${ONLY_COLOUR}” here. To name it, add a column “colour”.`,
        ]
      : []),
    ...(dividedPictures > 0
      ? [
          `${products(dividedPictures)} with several colours: each picture went to the colour that its file name or description mentions, else to the one whose picture it follows. Check them in the preview.`,
        ]
      : []),
    ...(sales > 0
      ? [
          `${products(sales)} with a reduced price: the higher price became “price”, the lower “sale price”. Shoppers see the former price crossed out only where the law allows it: charged here for ${LEAST_DAYS} days, and a sale with an end. Add the columns “sale from” and “sale until” to limit it.`,
        ]
      : []),
    ...(unknownStock > 0
      ? [
          `${unknownStock === 1 ? '1 colour has' : `${unknownStock} colours have`} no stock in the file: new ones start sold out. To give it, add a column “stock”.`,
        ]
      : []),
    ...(aside.size > 0
      ? [
          `Left aside, with one value in each product: ${[...aside].map((name) => `“${name}”`).join(', ')}.`,
        ]
      : []),
  ];
}

/** The use of a platform's columns. */
export function platformUses(
  table: Table,
  index: number,
  sheet: PlatformSheet,
  meanings: Meanings,
): ColumnUse[] {
  const own = new Map([...sheet.own].map(([name, key]) => [key, columns[name].sheet]));
  return columnUses(table, index, (label) => {
    const key = headerKey(label);
    return meaningOf(meanings, key) ?? own.get(key) ?? null;
  });
}
