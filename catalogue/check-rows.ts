import type { Catalogue, CatalogueProduct } from './catalogue.ts';
import { columns, columnsOf, type ColumnName } from './columns.ts';
import { Row } from './fields.ts';
import type { FileCategory, FileRow, FileRows } from './file-rows.ts';
import type { Mistake } from './mistake.ts';

type Note = (row: FileRow, column: ColumnName, message: string) => void;

function isColumn(key: PropertyKey | undefined): key is ColumnName {
  return typeof key === 'string' && key in columns;
}

/** Of a product's further rows only the colour has to be filled in: the rest is as in its first. */
function filledDown(rows: readonly FileRow[]): FileRow[] {
  const firsts = new Map<unknown, FileRow['cells']>();
  return rows.map((row) => {
    const first = firsts.get(row.cells.slug) ?? {};
    const cells = { ...row.cells };
    for (const name of columnsOf('product')) cells[name] ??= first[name];
    firsts.set(row.cells.slug, cells);
    return { ...row, cells };
  });
}

/** Finds a category by its slug or its name, whatever its case. */
function categoryFinder(categories: readonly FileCategory[]) {
  const bySlug = new Map(categories.map(({ slug }) => [slug.toLowerCase(), slug]));
  const byName = new Map(categories.map(({ slug, name }) => [name.toLowerCase(), slug]));
  return (text: string) => bySlug.get(text.toLowerCase()) ?? byName.get(text.toLowerCase());
}

/** Whether two values of a product's column are one: texts as written, moments as they fall. */
function same(column: ColumnName, a: unknown, b: unknown): boolean {
  if (column === 'added' && typeof a === 'string' && typeof b === 'string') {
    return Date.parse(a) === Date.parse(b);
  }
  return a === b;
}

/** All rows of a product must say the same of it. */
function noteContradictions(
  row: FileRow,
  said: Row,
  first: { row: FileRow; said: Row },
  note: Note,
): void {
  for (const column of columnsOf('product')) {
    const [here, there] = [said[column], first.said[column]];
    if (same(column, here, there)) continue;
    const [shown, other] = [row.cells[column], first.row.cells[column]].map(String);
    note(row, column, `“${shown}” contradicts ${first.row.place}, where it is “${other}”.`);
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
  const firsts = new Map<string, { row: FileRow; said: Row }>();
  const colours = new Map<string, FileRow>();
  for (const row of filledDown(file.rows)) {
    const { data: said, error } = Row.safeParse(row.cells);
    for (const { path, message } of error?.issues ?? []) {
      const [column] = path;
      // A column that is missing as a whole was noted at the header.
      if (isColumn(column) && !file.missing.has(column)) note(row, column, message);
    }
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

    const first = firsts.get(said.slug);
    if (first) noteContradictions(row, said, first, note);
    else firsts.set(said.slug, { row, said });
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
