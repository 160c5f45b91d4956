import { nameKey } from '#domain/names/name-key.ts';
import { freeSlug } from '#domain/names/free-slug.ts';
import type { z } from 'zod';
import { isFilm } from '#domain/catalogue/film.ts';
import { isShopPicture } from '#domain/paths/shop-picture.ts';
import { countText } from '#domain/basics/count-text.ts';
import { formatPounds } from '#domain/money/money.ts';
import { shownValue } from '#domain/cells/shown-value.ts';
import type { Catalogue, CatalogueProduct } from './catalogue-file.ts';
import { checkCollections } from './check-collections.ts';
import { collectionFinder, seenCollections } from './collections-of-products.ts';
import { columns, columnsOf, type ColumnName } from './columns.ts';
import type { ExportedCollection } from './exported-catalogue.ts';
import { Category, Row } from './fields.ts';
import { cellMistake, type FileCategory, type FileRow, type FileRows } from './file-rows.ts';
import type { Mistake } from './mistake.ts';
import { productRows, withShared, type ProductRows } from './product-rows.ts';

/** @param found the content quoted in the message, if it is not the cell's. */
type Note = (row: FileRow, column: ColumnName, message: string, found?: string) => void;

/** Columns of moments, however they are written. */
const moments = new Set<ColumnName>(['added', 'visible_from', 'sale_from', 'sale_until']);

function isColumn(key: PropertyKey | undefined): key is ColumnName {
  return typeof key === 'string' && key in columns;
}

/** Finds a category by slug or name, ignoring case. */
function categoryFinder(categories: readonly FileCategory[]) {
  const bySlug = new Map(categories.map(({ slug }) => [nameKey(slug), slug]));
  const byName = new Map(categories.map(({ slug, name }) => [nameKey(name), slug]));
  return (text: string) => bySlug.get(nameKey(text)) ?? byName.get(nameKey(text));
}

/** Categories listed in a spreadsheet that the shop does not have under any spelling. */
function newCategories(
  { categories }: FileRows,
  known: readonly FileCategory[],
  mistakes: Mistake[],
): FileCategory[] {
  const find = categoryFinder(known);
  const found = new Map<string, FileCategory>();
  for (const { slug: made, name } of categories) {
    if (find(name) !== undefined) continue;
    // “Caps and Hats” beside “Caps & Hats”.
    const slug = freeSlug(made, (tried) => find(tried) !== undefined || found.has(tried));
    const { error } = Category.safeParse({ id: slug, name });
    const fault = error?.issues.find(({ path }) => path[0] === 'name') ?? error?.issues[0];
    if (!fault) found.set(slug, { slug, name });
    else {
      const message = `“${name}” cannot be a category: ${fault.message}`;
      mistakes.push({ place: null, column: columns.category.sheet, found: name, message });
    }
  }
  return [...found.values()];
}

type FindCategory = ReturnType<typeof categoryFinder>;

/** Normalises a cell, so that £45 and 45.00 compare as equal; `undefined` when it is invalid. */
function meaning(column: ColumnName, cell: unknown, findCategory: FindCategory): unknown {
  const { data } = Row.shape[column].safeParse(cell);
  if (column === 'collections' && Array.isArray(data))
    return data
      .map((name) => nameKey(String(name)))
      .toSorted()
      .join('\n');
  if (moments.has(column) && typeof data === 'string') return Date.parse(data);
  return column === 'category' && typeof data === 'string' ? findCategory(data) : data;
}

/** Rows of one product may leave its shared columns empty, but must not contradict each other. */
function noteContradictions(
  row: FileRow,
  { sources }: ProductRows,
  findCategory: FindCategory,
  note: Note,
): void {
  for (const column of columnsOf('product')) {
    const source = sources[column];
    if (!source || source === row || row.cells[column] === undefined) continue;
    const [here, there] = [row, source].map(({ cells }) =>
      meaning(column, cells[column], findCategory),
    );
    if (here === undefined || there === undefined || here === there) continue;
    const [shown, other] = [row, source].map(({ cells }) => shownValue(cells[column]));
    const mend = `All colours of a product share this value: enter it in ${source.place} only.`;
    note(row, column, `“${shown}” contradicts ${source.place}, which has “${other}”. ${mend}`);
  }
}

/** Reports a row's mistakes; a shared value missing from all rows, only at the product's first row. */
function noteFaults(
  row: FileRow,
  issues: readonly z.core.$ZodIssue[],
  product: ProductRows | undefined,
  note: Note,
): void {
  for (const { path, message } of issues) {
    const [column] = path;
    if (!isColumn(column) || row.refused?.has(column)) continue;
    const shared = columns[column].of === 'product' && column !== 'slug';
    if (row.cells[column] !== undefined || !shared) note(row, column, message);
    else if (product?.first === row && !product.sources[column]) {
      const slug = String(row.cells.slug);
      note(
        row,
        column,
        `${message} Enter it in one row of “${slug}”; exported files use the first.`,
        slug,
      );
    }
  }
}

/** Reports codes that two rows of a file have. */
function noteTwins({ rows }: FileRows, note: Note): void {
  for (const column of ['sku', 'gtin'] as const) {
    const known = new Map<string, FileRow>();
    for (const row of rows) {
      const { data } = Row.shape[column].safeParse(row.cells[column]);
      const twin = data && known.get(data);
      if (twin) {
        const message = `The ${column.toUpperCase()} “${data}” is also in ${twin.place}. Each colour needs its own.`;
        note(row, column, message, data);
      } else if (data) known.set(data, row);
    }
  }
}

/**
 * Turns a file's rows into products, and collects every mistake.
 * @param known the categories already in the shop.
 * @param inShop the collections already in the shop.
 */
export function checkRows(
  file: FileRows,
  known: readonly FileCategory[],
  inShop: readonly ExportedCollection[],
): { catalogue: Catalogue; mistakes: Mistake[]; colours: number } {
  const mistakes = [...file.mistakes];
  const note: Note = (row, column, message, found) => {
    const mistake = cellMistake(file, row, column, message);
    mistakes.push(found === undefined ? mistake : { ...mistake, found });
  };
  const brought = file.format === 'json' ? file.categories : newCategories(file, known, mistakes);
  const allCategories = [...known, ...brought];
  const findCategory = categoryFinder(allCategories);
  const shop = { categories: allCategories, collections: inShop };
  const collections = checkCollections(file, shop, mistakes);
  const findCollection = collectionFinder(inShop, collections);
  const categoryNames = [...new Set([...known, ...brought].map(({ name }) => name))];

  noteTwins(file, note);
  const products = new Map<string, CatalogueProduct>();
  const colours = new Map<string, FileRow>();
  const rowsOfProducts = productRows(file.rows);
  for (const row of file.rows) {
    const rowsOfProduct = rowsOfProducts.get(row.cells.slug);
    const { data: said, error } = Row.safeParse(withShared(row, rowsOfProduct));
    // A missing column is reported once, at the header.
    const issues = (error?.issues ?? []).filter(
      ({ path: [column] }) => !(isColumn(column) && file.missing.has(column)),
    );
    noteFaults(row, issues, rowsOfProduct, note);
    if (rowsOfProduct) noteContradictions(row, rowsOfProduct, findCategory, note);
    if (typeof row.cells.category === 'string' && !findCategory(row.cells.category)) {
      const message = `There is no category “${row.cells.category}”. The categories are: ${categoryNames.join(', ')}. A new one is a row of its own in which only the category is filled in.`;
      note(row, 'category', message);
    }
    const key = `${String(row.cells.slug)}\n${nameKey(String(row.cells.colour))}`;
    const twin = colours.get(key);
    if (twin) {
      const message = `“${String(row.cells.slug)}” in “${String(row.cells.colour)}” is already in ${twin.place}.`;
      note(row, 'colour', message);
    } else if (row.cells.colour !== undefined) colours.set(key, row);
    if (!said) continue;

    const { colour, sku, gtin, swatch, stock, pictures, worn, film, alts, ...cells } = said;
    if (worn !== undefined && !pictures?.includes(worn)) {
      const message = `“${worn}” is not among the pictures of this colour. Write one of the column “pictures”.`;
      note(row, 'worn', message);
    }
    if (film !== undefined && !(isShopPicture(film) && isFilm(film))) {
      const message = `“${film}” is not a film of the shop. Upload it in the studio, in the product’s form.`;
      note(row, 'film', message);
    }
    if (alts && pictures && alts.length > pictures.length) {
      const message = `There are ${countText(alts.length, 'description')} for ${countText(pictures.length, 'picture')}. Separate them by | like the pictures, and write no | in a description.`;
      note(row, 'alts', message);
    }
    if (said.sale_price !== undefined && said.sale_price >= said.price) {
      const message = `A sale price is below the price, which is ${formatPounds(said.price)}. Without a sale, write “none”.`;
      note(row, 'sale_price', message);
    }
    const product = products.get(said.slug) ?? {
      ...cells,
      category: findCategory(said.category) ?? '',
      collections: undefined,
      colours: [],
    };
    product.colours.push({
      place: row.place,
      line: row.line,
      colour,
      sku,
      gtin,
      swatch,
      stock,
      pictures,
      worn,
      film,
      alts,
    });
    products.set(said.slug, product);
  }
  for (const [slug, product] of products) {
    const row = rowsOfProducts.get(slug)?.sources.collections;
    const names = row && Row.shape.collections.safeParse(row.cells.collections).data;
    if (!row || !names) continue;
    const seen = seenCollections(row, slug, file.memory);
    product.collections = findCollection(names, seen, (message, found) =>
      note(row, 'collections', message, found),
    );
  }
  for (const { slug, share_picture: shared, colours: all } of products.values()) {
    const isKnown = (picture: string) =>
      isShopPicture(picture) || all.some(({ pictures }) => pictures?.includes(picture));
    if (shared === undefined || isKnown(shared)) continue;
    const row = rowsOfProducts.get(slug)?.sources.share_picture;
    const message = `“${shared}” is not among its pictures. Write a file name of the column “pictures”, or choose it in the studio.`;
    if (row) note(row, 'share_picture', message);
  }
  const brings = brought.length + collections.length;
  if (file.rows.length === 0 && brings === 0 && mistakes.length === 0) {
    mistakes.push({ place: null, column: null, message: 'There are no products in the file.' });
  }
  return {
    catalogue: { categories: brought, collections, products: [...products.values()] },
    mistakes,
    colours: colours.size,
  };
}
