import { cellMistake, type FileRows } from '../file-rows.ts';
import { plainText } from '#domain/site-content/plain-text.ts';
import type { Table } from '../table.ts';
import { type Choice, factOf, isSameName, optionKey, sortChoices } from './choices.ts';
import { decodedLine } from './decode-entities.ts';
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
import {
  account,
  colourRow,
  leaveAside,
  type PlatformSheet,
  platformSheet,
  type SheetCell,
  type SheetRow,
} from './platform-sheet.ts';

/**
 * Headers of the built-in export in English.
 * @see https://woocommerce.com/document/product-csv-importer-exporter/
 */
const meanings: Meanings = [
  [/^(id|parent)$/, 'tells which variation belongs to which product'],
  [/^sku$/, 'sku; tells which variation belongs to which product'],
  [/^gtinupceanorisbn$/, 'gtin'],
  [/^(type|published|visibilityincatalog)$/, 'decides whether it is imported'],
  [/^name$/, 'name, and slug made of it'],
  [/^(shortdescription|description)$/, 'description'],
  [/^regularprice$/, 'price'],
  [/^saleprice$/, 'sale price'],
  [/^datesalepricestarts$/, 'sale from'],
  [/^datesalepriceends$/, 'sale until'],
  [/^stock$/, 'stock'],
  [/^instock$/, null],
  [/^weight(kg|g|lbs|oz)$/, 'weight_grams'],
  [/^categories$/, 'category: the last part of the first'],
  [/^images$/, 'pictures'],
  [/^attribute\d+name$/, 'tells which attribute is the colour, and which are facts'],
  [/^attribute\d+values$/, 'colour, or a fact such as material'],
];

const grams: Record<string, number> = {
  weightkg: 1000,
  weightg: 1,
  weightlbs: 453.592,
  weightoz: 28.3495,
};

/** A list as WooCommerce writes it: separated by commas, those inside a value escaped, names with entities. */
function listOf(cell: SheetCell | undefined): string[] {
  const parts = cell?.text.split(/(?<!\\),/) ?? [];
  return parts
    .map((part) => decodedLine(part.replaceAll('\\,', ',')))
    .filter((part) => part !== '');
}

/** Whether a cell says yes, as WooCommerce and spreadsheets write it. */
function isYes(cell: SheetCell | undefined): boolean {
  return /^(?:'?1(?:\.0+)?|true|yes)$/i.test(cell?.text ?? '1');
}

/** A description, in which WooCommerce writes a line break as `\n`. */
function describedIn(cell: SheetCell | undefined): string {
  return htmlDescription(cell?.text.replaceAll(/(?<!\\)\\n/g, '\n') ?? '', true);
}

function attributesOf(row: SheetRow, most: number): Choice[] {
  return Array.from({ length: most }, (_, index) => index + 1).flatMap((number) => {
    const name = row.read(`attribute${number}name`);
    const cell = row.read(`attribute${number}values`) ?? name;
    if (!name || !cell) return [];
    return [{ name: decodedLine(name.text), values: cell === name ? [] : listOf(cell), cell }];
  });
}

function picturesOf(row: SheetRow): Picture[] {
  const cell = row.read('images');
  return cell ? listOf(cell).map((address) => ({ address, alt: '', cell })) : [];
}

/** The reason that a product is not imported; undefined if it is. */
function refusalOf(row: SheetRow): string | undefined {
  const types = listOf(row.read('type')).map((type) => type.toLowerCase());
  if (types.some((type) => !['simple', 'variable'].includes(type))) {
    return 'Grouped, external, virtual or downloadable: this shop sells goods that it sends.';
  }
  if (isYes(row.read('published')) && row.read('visibilityincatalog')?.text !== 'hidden')
    return undefined;
  return 'Not on sale at WooCommerce. To import them all the same, write 1 into Published and “visible” into Visibility in catalog.';
}

/** The end of a sale: WooCommerce’s last second of a day is this shop’s midnight. */
function saleEnd(text: string): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?: (\d{1,2}:\d{2}):\d{2})?$/.exec(text) ?? [];
  if (day === undefined || (time !== undefined && time !== '23:59'))
    return text.replace(/:\d\d$/, '');
  const next = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(next.getTime())) return text;
  next.setUTCDate(next.getUTCDate() + 1);
  return `${next.toISOString().slice(0, 10)} 00:00`;
}

interface Product {
  row: SheetRow;
  variations: SheetRow[];
}

function isVariation(row: SheetRow): boolean {
  return /\bvariation\b/i.test(row.read('type')?.text ?? '');
}

/** Products in the file's order, each with its variations, which name it by its SKU or ID. */
function productsOf(sheet: PlatformSheet, file: FileRows): Product[] {
  const products = sheet.rows
    .filter((row) => !isVariation(row))
    .map((row): Product => ({ row, variations: [] }));
  const byKey = new Map<string, Product>();
  for (const product of products) {
    const [sku, id] = [product.row.read('sku'), product.row.read('id')];
    if (sku) byKey.set(sku.text, product);
    if (id) byKey.set(`id:${id.text}`, product);
  }
  for (const row of sheet.rows.filter(isVariation)) {
    const parent = row.read('parent');
    const product = byKey.get(parent?.text ?? '');
    if (product) product.variations.push(row);
    else {
      file.mistakes.push({
        place: `row ${row.line}`,
        column: parent?.column ?? 'Parent',
        cell: parent?.cell,
        found: parent?.text,
        message: `“${parent?.text ?? ''}” is not a product of this file. Export the product with its variations.`,
      });
    }
  }
  return products;
}

/** A variation's choices; without a value for an attribute it has all of the product's. */
function choicesOf(variation: SheetRow, ofProduct: readonly Choice[], most: number): Choice[] {
  return attributesOf(variation, most).map((choice) => {
    const all = ofProduct.find(({ name }) => isSameName(name, choice.name));
    return choice.values.length > 0 ? choice : Object.assign(choice, { values: all?.values ?? [] });
  });
}

interface Reading {
  sheet: PlatformSheet;
  file: FileRows;
  tally: Tally;
  slugs: Set<string>;
  /** Highest number of an attribute. */
  attributes: number;
  weightKey: string;
}

/** A slug of its own for each product: two may have the same name. */
function slugOfProduct({ row }: Product, { slugs }: Reading): string {
  const name = row.own('slug') ?? row.read('name');
  return slugFor(
    [decodedLine(name?.text ?? ''), row.read('sku')?.text, row.read('id')?.text],
    slugs,
  );
}

function putOwnStock(made: ReturnType<typeof colourRow>, from: SheetRow, file: FileRows): void {
  const stock = from.read('stock');
  putStock(file, made, stock);
  const { row } = made;
  if (stock?.text !== 'parent' || row.cells.stock !== 'parent') return;
  const message =
    '“parent” is one stock for all colours, and here each colour has its own. Write its units.';
  file.mistakes.push(cellMistake(file, row, 'stock', message));
  delete row.cells.stock;
}

function readProduct(product: Product, reading: Reading): void {
  const { sheet, file, tally, attributes, weightKey } = reading;
  const { row } = product;
  const name = decodedLine(plainText(htmlDescription(row.read('name')?.text ?? '', false)));
  const refusal = refusalOf(row);
  if (refusal !== undefined) {
    leaveOut(file, refusal, name);
    return;
  }
  const isVariable =
    /variable/i.test(row.read('type')?.text ?? '') || product.variations.length > 0;
  const sold = product.variations.filter((one) => isYes(one.read('published')));
  if (isVariable && sold.length === 0) {
    leaveOut(file, 'Variable, but without a published variation in the file.', name);
    return;
  }
  const ofProduct = attributesOf(row, attributes);
  const variants = isVariable ? sold : [row];
  const choices = isVariable
    ? sold.map((variation) => choicesOf(variation, ofProduct, attributes))
    : [ofProduct.filter(({ values }) => values.length === 1)];
  const sorted = sortChoices(choices);
  if (typeof sorted === 'string') {
    leaveOut(
      file,
      'In sizes or other variations: this shop sells a product in colours only. To import one, leave one variation for each colour, or make each size a product of its own.',
      `${name} (${sorted})`,
    );
    return;
  }
  const unsold = product.variations.filter((one) => !sold.includes(one));
  if (unsold.length > 0)
    leaveOut(
      file,
      'Variations that are not published.',
      `${name} (${unsold.map(({ line }) => `row ${line}`).join(', ')})`,
    );
  const differing = new Set(choices.flat().map((choice) => optionKey(choice.name)));
  // Attributes in which variations do not differ, and lists that a simple product only shows.
  const shown = ofProduct.filter(
    (choice) => !differing.has(optionKey(choice.name)) && choice.values.length > 0,
  );
  const gallery = picturesOf(row);
  const pictures = picturesByColour(
    gallery,
    variants.map((variant, index) => ({
      name: sorted.colours[index]?.values[0] ?? '',
      own: isVariable ? picturesOf(variant)[0] : undefined,
    })),
  );
  if (variants.length > 1 && gallery.length > 0) tally.dividedPictures += 1;
  const slug = slugOfProduct(product, reading);
  let isNamed = true;
  for (const [index, variant] of variants.entries()) {
    const made = colourRow(variant.line, file);
    const { put } = made;
    putOwn(made, sheet, variant, 'colour');
    putOwn(made, sheet, variant, 'product');
    if (index === 0) {
      putOwn(made, sheet, row, 'product');
      put('name', row.read('name'), name);
      const [short, long] = [row.read('shortdescription'), row.read('description')];
      const texts = [describedIn(short), describedIn(long)];
      const all = texts[1]?.includes(texts[0] ?? '') ? texts[1] : texts.join('\n\n').trim();
      put('description', long ?? short, all);
      account(file, short, long);
      const categories = row.read('categories');
      const [path, ...others] = listOf(categories).filter((one) => one !== 'Uncategorized');
      if (categories && others.length > 0)
        leaveAside(
          file,
          categories,
          `Only the first category is imported, without “${others.join('”, “')}”.`,
        );
      putCategory(file, made, categories, path?.split('>').at(-1)?.trim());
      for (const [column, { cell, values }] of sorted.facts) put(column, cell, values.join(', '));
      for (const choice of shown) {
        const column = factOf(choice.name);
        if (column) put(column, choice.cell, choice.values.join(', '));
        else if (!isVariable && /colou?r/i.test(choice.name)) sorted.colours[0] ??= choice;
        else {
          tally.aside.add(choice.name);
          account(file, choice.cell);
        }
      }
    }
    put('slug', row.own('slug') ?? row.read('name'), slug);
    put('price', variant.read('regularprice'));
    put('sale_price', variant.read('saleprice'));
    if (made.row.cells.sale_price !== undefined) {
      put('sale_from', variant.read('datesalepricestarts'));
      const end = variant.read('datesalepriceends');
      put('sale_until', end, end && saleEnd(end.text));
    }
    const own = variant.read('images');
    if (isVariable && own && listOf(own).length > 1)
      leaveAside(file, own, 'Only the first picture of a variation is imported.');
    putCodes(file, made, variant.read('sku'), variant.read('gtinupceanorisbn'));
    putWeight(file, made, variant.read(weightKey) ?? row.read(weightKey), grams[weightKey]);
    putOwnStock(made, variant, file);
    if (made.row.cells.stock === undefined) tally.unknownStock += 1;
    isNamed = putColour(made, sorted.colours[index]) && isNamed;
    putPictures(file, made, pictures[index] ?? []);
    file.rows.push(made.row);
  }
  for (const other of sorted.aside) tally.aside.add(other);
  for (const { name: of, cell } of choices.flat())
    if (sorted.aside.includes(of)) account(file, cell);
  if (!isNamed) tally.unnamedColours += 1;
  leaveRest(file, [row, ...sold]);
}

/** Reads the products of a WooCommerce shop, whose variations are rows of their own. */
export function wooCommerceRows(table: Table, index: number): FileRows {
  const sheet = platformSheet(table, index, useIn(meanings));
  const keys = [...sheet.headers.keys()];
  const weightKey = keys.find((key) => key in grams) ?? '';
  const file = platformFile('WooCommerce', sheet, {
    slug: ['name'],
    name: ['name'],
    description: ['description', 'shortdescription'],
    price: ['regularprice'],
    category: ['categories'],
    colour: ['attribute1values', 'name'],
    sku: ['sku'],
    gtin: ['gtinupceanorisbn'],
    stock: ['stock'],
    pictures: ['images'],
    weight_grams: [weightKey],
  });
  const numbers = keys.map((key) => Number(/^attribute(\d{1,2})name$/.exec(key)?.[1] ?? 0));
  const attributes = Math.max(0, ...numbers);
  const tally = newTally();
  const reading = { sheet, file, tally, attributes, weightKey, slugs: new Set<string>() };
  for (const product of productsOf(sheet, file)) readProduct(product, reading);
  return { ...file, notes: notesOn(tally), uses: platformUses(table, index, sheet, meanings) };
}
