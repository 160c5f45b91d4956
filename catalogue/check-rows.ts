import type { z } from 'zod';
import type { Catalogue, CatalogueProduct } from './catalogue-file.ts';
import { columns, columnsOf, type ColumnName } from './columns.ts';
import { Row } from './fields.ts';
import type { FileCategory, FileRow, FileRows } from './file-rows.ts';
import type { Mistake } from './mistake.ts';
import { productRows, withShared, type ProductRows } from './product-rows.ts';

type Note = (row: FileRow, column: ColumnName, message: string) => void;

function isColumn(key: PropertyKey | undefined): key is ColumnName {
  return typeof key === 'string' && key in columns;
}

/** Finds a category by its slug or its name, whatever its case. */
function categoryFinder(categories: readonly FileCategory[]) {
  const bySlug = new Map(categories.map(({ slug }) => [slug.toLowerCase(), slug]));
  const byName = new Map(categories.map(({ slug, name }) => [name.toLowerCase(), slug]));
  return (text: string) => bySlug.get(text.toLowerCase()) ?? byName.get(text.toLowerCase());
}

type FindCategory = ReturnType<typeof categoryFinder>;

/** What a cell means, so that two ways to write one thing are one; `undefined` when it is a mistake. */
function meaning(column: ColumnName, cell: unknown, findCategory: FindCategory): unknown {
  const { data } = Row.shape[column].safeParse(cell);
  if (column === 'added' && typeof data === 'string') return Date.parse(data);
  return column === 'category' && typeof data === 'string' ? findCategory(data) : data;
}

/** What the rows of a product say of it must be the same, where they say anything. */
function noteContradictions(
  row: FileRow,
  { tellers }: ProductRows,
  findCategory: FindCategory,
  note: Note,
): void {
  for (const column of columnsOf('product')) {
    const teller = tellers[column];
    if (!teller || teller === row || row.cells[column] === undefined) continue;
    const [here, there] = [row, teller].map(({ cells }) =>
      meaning(column, cells[column], findCategory),
    );
    if (here === undefined || there === undefined || here === there) continue;
    const [shown, other] = [row, teller].map(({ cells }) => String(cells[column]));
    const mend = `It is one for the whole product: write it in ${teller.place} and leave it empty in the others.`;
    note(row, column, `“${shown}” contradicts ${teller.place}, where it is “${other}”. ${mend}`);
  }
}

/** Notes what is wrong in a row's own cells, and at a product's first row what none of its rows says. */
function noteFaults(
  row: FileRow,
  issues: readonly z.core.$ZodIssue[],
  product: ProductRows | undefined,
  note: Note,
): void {
  for (const { path, message } of issues) {
    const [column] = path;
    if (!isColumn(column)) continue;
    const shared = columns[column].of === 'product' && column !== 'slug';
    if (row.cells[column] !== undefined || !shared) note(row, column, message);
    else if (product?.first === row && !product.tellers[column]) {
      const slug = String(row.cells.slug);
      note(
        row,
        column,
        `${message} One row of “${slug}” must say it; in an exported file that is its first.`,
      );
    }
  }
}

/**
 * What the rows of a file come to, and every mistake in them.
 * @param known the categories that the shop has already.
 */
export function checkRows(
  file: FileRows,
  known: readonly FileCategory[],
): { catalogue: Catalogue; mistakes: Mistake[]; colours: number } {
  const mistakes = [...file.mistakes];
  const note: Note = (row, column, message) =>
    mistakes.push({ place: row.place, column: columns[column][file.format], message });
  const findCategory = categoryFinder([...known, ...file.categories]);
  const categoryNames = [...new Set([...known, ...file.categories].map(({ name }) => name))];

  const products = new Map<string, CatalogueProduct>();
  const colours = new Map<string, FileRow>();
  const rowsOfProducts = productRows(file.rows);
  for (const row of file.rows) {
    const rowsOfProduct = rowsOfProducts.get(row.cells.slug);
    const { data: said, error } = Row.safeParse(withShared(row, rowsOfProduct));
    // A column that is missing as a whole was noted at the header.
    const issues = (error?.issues ?? []).filter(
      ({ path: [column] }) => !(isColumn(column) && file.missing.has(column)),
    );
    noteFaults(row, issues, rowsOfProduct, note);
    if (rowsOfProduct) noteContradictions(row, rowsOfProduct, findCategory, note);
    if (typeof row.cells.category === 'string' && !findCategory(row.cells.category)) {
      const message = `There is no category “${row.cells.category}”. The categories are: ${categoryNames.join(', ')}.`;
      note(row, 'category', message);
    }
    const key = `${String(row.cells.slug)}\n${String(row.cells.colour).toLowerCase()}`;
    const twin = colours.get(key);
    if (twin) {
      const message = `“${String(row.cells.slug)}” in “${String(row.cells.colour)}” is in ${twin.place} already.`;
      note(row, 'colour', message);
    } else if (row.cells.colour !== undefined) colours.set(key, row);
    if (!said) continue;

    const product = products.get(said.slug) ?? {
      slug: said.slug,
      name: said.name,
      description: said.description,
      price: said.price,
      category: findCategory(said.category) ?? '',
      added: said.added,
      colours: [],
    };
    product.colours.push({
      place: row.place,
      colour: said.colour,
      swatch: said.swatch,
      stock: said.stock,
      pictures: said.pictures,
    });
    products.set(said.slug, product);
  }
  if (file.rows.length === 0 && mistakes.length === 0) {
    mistakes.push({ place: null, column: null, message: 'There are no products in the file.' });
  }
  return {
    catalogue: { categories: file.categories, products: [...products.values()] },
    mistakes,
    colours: colours.size,
  };
}
