import { LONGEST } from '#domain/catalogue-rules.ts';
import { readPrice } from '#domain/cells/cell-numbers.ts';
import { summaryOf } from '#domain/feeds/meta-description.ts';
import type { FileRows } from '../file-rows.ts';
import type { Table } from '../table.ts';
import { type Choice, sortChoices } from './choices.ts';
import { type Picture, picturesByColour } from './pictures-by-colour.ts';
import { plainHtml } from './plain-html.ts';
import {
  leaveOut,
  type Meanings,
  meaningOf,
  newTally,
  notesOn,
  platformFile,
  platformUses,
  putCategory,
  putCodes,
  putColour,
  putOwn,
  putPictures,
  putWeight,
  slugFor,
  type Tally,
} from './platform-file.ts';
import { colourRow, type PlatformSheet, platformSheet, type SheetRow } from './platform-sheet.ts';

/**
 * Headers of the export and the template, the present ones and those before 2025.
 * @see https://help.shopify.com/en/manual/products/import-export/using-csv
 */
const meanings: Meanings = [
  [/^(url)?handle$/, 'slug'],
  [/^title$/, 'name'],
  [/^(body(html)?|description)$/, 'description, as plain text'],
  [/^(type|customproducttype|collection)$/, 'category'],
  [/^(productcategory|standard(ized)?producttype)$/, 'category, where no type is given'],
  [/^(published(ononlinestore)?|status|giftcard)$/, 'decides whether it is imported'],
  [/^option\dname$/, 'tells which option is the colour'],
  [/^option\dvalue$/, 'colour, or a fact such as size'],
  [/^(variant)?sku$/, 'sku'],
  [/^(variant)?barcode$/, 'gtin'],
  [/^(variant)?price$/, 'price; beside a higher one, sale price'],
  [/^(variant)?compareatprice$/, 'price, where it is higher'],
  [/^(variantinventoryqty|inventoryquantity)$/, 'stock'],
  [/^(variant)?inventorytracker$/, 'decides whether the stock counts'],
  [/^(variantgrams|weightvaluegrams)$/, 'weight_grams'],
  [/^(imagesrc|productimageurl)$/, 'pictures'],
  [/^imageposition$/, 'order of the pictures'],
  [/^imagealttext$/, 'picture descriptions'],
  [/^variantimage(url)?$/, 'pictures, first of the colour'],
  [/^seotitle$/, 'search title'],
  [/^seodescription$/, 'search description, as long as it is shown'],
];

const price = ['variantprice', 'price'] as const;
const compared = ['variantcompareatprice', 'compareatprice'] as const;
const quantity = ['variantinventoryqty', 'inventoryquantity'] as const;
const tracker = ['variantinventorytracker', 'inventorytracker'] as const;
const category = ['collection', 'customproducttype', 'type'] as const;
/** Paths of the platform's own tree: “Apparel & Accessories > Clothing Accessories > Hats”. */
const categoryPath = ['productcategory', 'standardproducttype', 'standardizedproducttype'] as const;
const pictureAddress = ['imagesrc', 'productimageurl'] as const;
const variantPicture = ['variantimage', 'variantimageurl'] as const;
const options = [1, 2, 3] as const;

/** Groups the rows by product; a row without a handle belongs to the one above, unless it has a title. */
function rowsByHandle({ rows }: PlatformSheet): Map<string, SheetRow[]> {
  const groups = new Map<string, SheetRow[]>();
  let last = '';
  for (const row of rows) {
    const text = (row.read('urlhandle', 'handle') ?? row.read('title'))?.text;
    last = text === undefined ? last : slugFor(text);
    groups.set(last, [...(groups.get(last) ?? []), row]);
  }
  return groups;
}

function choicesOf(row: SheetRow, rows: readonly SheetRow[]): Choice[] {
  return options.flatMap((number) => {
    const name = rows.flatMap((one) => one.read(`option${number}name`) ?? [])[0]?.text;
    const cell = row.read(`option${number}value`);
    // The one variant of a product without options has this one.
    if (name === undefined || !cell || cell.text === 'Default Title') return [];
    return [{ name, values: [cell.text], cell }];
  });
}

function galleryOf(rows: readonly SheetRow[]): Picture[] {
  const found = rows.flatMap((row, index) => {
    const cell = row.read(...pictureAddress);
    if (!cell) return [];
    const position = Number(row.read('imageposition')?.text ?? index + 1);
    return [{ position, address: cell.text, alt: row.read('imagealttext')?.text ?? '', cell }];
  });
  return found.toSorted((a, b) => a.position - b.position);
}

function ownPicture(row: SheetRow): Picture | undefined {
  const cell = row.read(...variantPicture);
  return cell && { address: cell.text, alt: '', cell };
}

/** The reason that a product is not imported; undefined if it is. */
function refusalOf(rows: readonly SheetRow[]): string | undefined {
  const first = (...keys: readonly string[]) =>
    rows.flatMap((row) => row.read(...keys) ?? [])[0]?.text;
  if (/^(true|yes)$/i.test(first('giftcard') ?? ''))
    return 'Gift cards, which this shop does not sell.';
  const status = first('status') ?? 'active';
  const published = first('published', 'publishedononlinestore') ?? 'true';
  if (/^active$/i.test(status) && !/^(false|no)$/i.test(published)) return undefined;
  return 'Not on sale at Shopify. To import them all the same, write “active” into Status and TRUE into Published.';
}

function isVariant(row: SheetRow, index: number): boolean {
  const keys = [...price, ...quantity, 'option1value', 'variantsku', 'sku'];
  return index === 0 || row.read(...keys) !== undefined;
}

function putPrices({ put }: ReturnType<typeof colourRow>, row: SheetRow): boolean {
  const [now, former] = [row.read(...price), row.read(...compared)];
  const [pence, higher] = [now, former].map((cell) => readPrice(cell?.text ?? ''));
  const isReduced = typeof pence === 'number' && typeof higher === 'number' && higher > pence;
  if (isReduced) put('sale_price', now);
  put('price', isReduced ? former : now);
  return isReduced;
}

function readProduct(
  slug: string,
  rows: readonly SheetRow[],
  sheet: PlatformSheet,
  file: FileRows,
  tally: Tally,
) {
  const first = (...keys: readonly string[]) => rows.flatMap((row) => row.read(...keys) ?? [])[0];
  const title = first('title')?.text ?? slug;
  const refusal = refusalOf(rows);
  if (refusal !== undefined) {
    leaveOut(file, refusal, title);
    return;
  }
  const variants = rows.filter(isVariant);
  const sorted = sortChoices(variants.map((row) => choicesOf(row, rows)));
  if (typeof sorted === 'string') {
    leaveOut(
      file,
      'In sizes or other variants: this shop sells a product in colours only. To import one, leave one row for each colour, or make each size a product of its own.',
      `${title} (${sorted})`,
    );
    return;
  }
  const gallery = galleryOf(rows);
  const pictures = picturesByColour(
    gallery,
    variants.map((row, index) => ({
      name: sorted.colours[index]?.values[0] ?? '',
      own: ownPicture(row),
    })),
  );
  if (variants.length > 1 && gallery.length > 0) tally.dividedPictures += 1;
  for (const name of sorted.aside) tally.aside.add(name);
  let isInSale = false;
  let isNamed = true;
  for (const [index, row] of variants.entries()) {
    const made = colourRow(row.line, file);
    const { put } = made;
    putOwn(made, sheet, row, 'colour');
    putOwn(made, sheet, row, 'product');
    if (index === 0) {
      for (const other of rows) putOwn(made, sheet, other, 'product');
      put('name', first('title'));
      const body = first('bodyhtml', 'body', 'description');
      put('description', body, body && plainHtml(body.text));
      const [seoTitle, seoText] = [first('seotitle'), first('seodescription')];
      put('search_title', seoTitle, seoTitle && summaryOf(seoTitle.text, LONGEST.search_title));
      put('search_description', seoText, seoText && summaryOf(seoText.text));
      const path = first(...categoryPath);
      const type = first(...category);
      putCategory(file, made, type ?? path, type?.text ?? path?.text.split('>').at(-1)?.trim());
      for (const [column, { cell }] of sorted.facts) put(column, cell);
    }
    put('slug', row.read('urlhandle', 'handle') ?? first('urlhandle', 'handle', 'title'), slug);
    isInSale = putPrices(made, row) || isInSale;
    putCodes(made, row.read('variantsku', 'sku'), row.read('variantbarcode', 'barcode'));
    putWeight(made, row.read('variantgrams', 'weightvaluegrams'));
    const isTracked = !tracker.some((key) => sheet.headers.has(key)) || row.read(...tracker);
    if (isTracked) put('stock', row.read(...quantity));
    if (made.row.cells.stock === undefined) tally.unknownStock += 1;
    isNamed = putColour(made, sorted.colours[index]) && isNamed;
    putPictures(made, pictures[index] ?? []);
    file.rows.push(made.row);
  }
  if (isInSale) tally.sales += 1;
  if (!isNamed) tally.unnamedColours += 1;
}

/** Reads the products of a Shopify store, one row for each variant or further picture. */
export function shopifyRows(table: Table, index: number): FileRows {
  const sheet = platformSheet(table, index, (key) => meaningOf(meanings, key) !== undefined);
  const file = platformFile('Shopify', sheet, {
    slug: ['urlhandle', 'handle'],
    name: ['title'],
    description: ['bodyhtml', 'body', 'description'],
    price,
    category: [...category, ...categoryPath],
    colour: ['option1value', 'title'],
    sku: ['variantsku', 'sku'],
    gtin: ['variantbarcode', 'barcode'],
    stock: quantity,
    pictures: pictureAddress,
  });
  const tally = newTally();
  for (const [slug, rows] of rowsByHandle(sheet)) readProduct(slug, rows, sheet, file, tally);
  return { ...file, notes: notesOn(tally), uses: platformUses(table, index, sheet, meanings) };
}
