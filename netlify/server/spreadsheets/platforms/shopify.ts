import { LONGEST } from '#domain/catalogue/catalogue-rules.ts';
import { readPrice } from '#domain/cells/cell-numbers.ts';
import { summaryOf } from '#domain/basics/meta-description.ts';
import type { FileRows } from '../file-rows.ts';
import type { Table } from '../table.ts';
import { type Choice, sortChoices } from './choices.ts';
import { type Picture, picturesByColour } from './pictures-by-colour.ts';
import { htmlDescription } from './html-description.ts';
import {
  leaveOut,
  leaveRest,
  type Meanings,
  newTally,
  notesOn,
  platformFile,
  platformUses,
  putCategory,
  putCodes,
  putColour,
  putOwn,
  putPictures,
  putStock,
  putWeight,
  slugFor,
  type Tally,
  useIn,
} from './platform-file.ts';
import { decodedLine } from './decode-entities.ts';
import {
  account,
  colourRow,
  leaveAside,
  type PlatformSheet,
  platformSheet,
  type SheetRow,
} from './platform-sheet.ts';

/**
 * Headers of the export and the template, the present ones and those before 2025.
 * @see https://help.shopify.com/en/manual/products/import-export/using-csv
 */
const meanings: Meanings = [
  [/^(url)?handle$/, 'slug'],
  [/^title$/, 'name'],
  [/^(body(html)?|description)$/, 'description'],
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
function rowsByHandle({ rows }: PlatformSheet): SheetRow[][] {
  const groups = new Map<string, SheetRow[]>();
  let last = '';
  for (const row of rows) {
    const text = (row.read('urlhandle', 'handle') ?? row.read('title'))?.text;
    last = text === undefined ? last : text.toLowerCase();
    groups.set(last, [...(groups.get(last) ?? []), row]);
  }
  return [...groups.values()];
}

function choicesOf(file: FileRows, row: SheetRow, rows: readonly SheetRow[]): Choice[] {
  return options.flatMap((number) => {
    const name = rows.flatMap((one) => one.read(`option${number}name`) ?? [])[0]?.text;
    const cell = row.read(`option${number}value`);
    // The one variant of a product without options has this one.
    if (cell?.text === 'Default Title') account(file, cell);
    if (name === undefined || !cell || cell.text === 'Default Title') return [];
    return [{ name, values: [decodedLine(cell.text)], cell }];
  });
}

function galleryOf(file: FileRows, rows: readonly SheetRow[]): Picture[] {
  const found = rows.flatMap((row, index) => {
    const cell = row.read(...pictureAddress);
    if (!cell) return [];
    account(file, row.read('imagealttext'));
    const position = Number(row.read('imageposition')?.text ?? index + 1) || index + 1;
    const alt = decodedLine(row.read('imagealttext')?.text ?? '');
    return [{ position, address: cell.text, alt, cell }];
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

function putPrices(file: FileRows, { put }: ReturnType<typeof colourRow>, row: SheetRow): boolean {
  const [now, former] = [row.read(...price), row.read(...compared)];
  const [pence, higher] = [now, former].map((cell) => readPrice(cell?.text ?? ''));
  const isReduced = typeof pence === 'number' && typeof higher === 'number' && higher > pence;
  if (isReduced) put('sale_price', now);
  put('price', isReduced ? former : now);
  // 0 means no former price; a lower one does not reduce anything.
  if (typeof higher === 'number') account(file, former);
  else if (former && higher)
    leaveAside(file, former, `Not imported: “${former.text}” ${higher.because}.`);
  return isReduced;
}

function readProduct(
  rows: readonly SheetRow[],
  sheet: PlatformSheet,
  file: FileRows,
  { tally, slugs }: { tally: Tally; slugs: Set<string> },
) {
  const first = (...keys: readonly string[]) => rows.flatMap((row) => row.read(...keys) ?? [])[0];
  const handle = first('urlhandle', 'handle');
  const title = decodedLine(first('title')?.text ?? handle?.text ?? '');
  const refusal = refusalOf(rows);
  if (refusal !== undefined) {
    leaveOut(file, refusal, title);
    return;
  }
  const variants = rows.filter(isVariant);
  const choices = variants.map((row) => choicesOf(file, row, rows));
  const sorted = sortChoices(choices);
  if (typeof sorted === 'string') {
    leaveOut(
      file,
      'In sizes or other variants: this shop sells a product in colours only. To import one, leave one row for each colour, or make each size a product of its own.',
      `${title} (${sorted})`,
    );
    return;
  }
  const codes = rows.map((row) => row.read('variantsku', 'sku')?.text);
  const slug = slugFor([handle?.text, title, ...codes], slugs);
  const gallery = galleryOf(file, rows);
  const pictures = picturesByColour(
    gallery,
    variants.map((row, index) => ({
      name: sorted.colours[index]?.values[0] ?? '',
      own: ownPicture(row),
    })),
  );
  if (variants.length > 1 && gallery.length > 0) tally.dividedPictures += 1;
  for (const name of sorted.aside) tally.aside.add(name);
  for (const { name, cell } of choices.flat()) if (sorted.aside.includes(name)) account(file, cell);
  let isInSale = false;
  let isNamed = true;
  for (const [index, row] of variants.entries()) {
    const made = colourRow(row.line, file);
    const { put } = made;
    putOwn(made, sheet, row, 'colour');
    putOwn(made, sheet, row, 'product');
    if (index === 0) {
      for (const other of rows) putOwn(made, sheet, other, 'product');
      put('name', first('title'), title);
      const body = first('bodyhtml', 'body', 'description');
      put('description', body, body && htmlDescription(body.text, false));
      const [seoTitle, seoText] = [first('seotitle'), first('seodescription')];
      put(
        'search_title',
        seoTitle,
        seoTitle && summaryOf(decodedLine(seoTitle.text), LONGEST.search_title),
      );
      put('search_description', seoText, seoText && summaryOf(decodedLine(seoText.text)));
      const path = first(...categoryPath);
      const type = first(...category);
      putCategory(file, made, type ?? path, type?.text ?? path?.text.split('>').at(-1)?.trim());
      for (const [column, { cell, values }] of sorted.facts) put(column, cell, values.join(', '));
    }
    put(
      'slug',
      row.read('urlhandle', 'handle') ?? handle ?? first('title', 'variantsku', 'sku'),
      slug,
    );
    isInSale = putPrices(file, made, row) || isInSale;
    putCodes(file, made, row.read('variantsku', 'sku'), row.read('variantbarcode', 'barcode'));
    putWeight(file, made, row.read('variantgrams', 'weightvaluegrams'));
    const isTracked = !tracker.some((key) => sheet.headers.has(key)) || row.read(...tracker);
    const stock = row.read(...quantity);
    if (isTracked) putStock(file, made, stock);
    else if (stock) leaveAside(file, stock, 'Not imported: Shopify does not count this stock.');
    if (made.row.cells.stock === undefined) tally.unknownStock += 1;
    isNamed = putColour(made, sorted.colours[index]) && isNamed;
    putPictures(file, made, pictures[index] ?? []);
    file.rows.push(made.row);
  }
  if (isInSale) tally.sales += 1;
  if (!isNamed) tally.unnamedColours += 1;
  leaveRest(file, rows);
}

/** Reads the products of a Shopify store, one row for each variant or further picture. */
export function shopifyRows(table: Table, index: number): FileRows {
  const sheet = platformSheet(table, index, useIn(meanings));
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
  const slugs = new Set<string>();
  for (const rows of rowsByHandle(sheet)) readProduct(rows, sheet, file, { tally, slugs });
  return { ...file, notes: notesOn(tally), uses: platformUses(table, index, sheet, meanings) };
}
