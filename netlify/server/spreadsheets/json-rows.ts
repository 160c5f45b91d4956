import { visibleText } from '#domain/basics/plain-line.ts';
import { isRecord } from '#domain/basics/record.ts';
import { jsonCollections } from './collection-rows.ts';
import { columnOfKey, columns, columnsOf, type ColumnName } from './columns.ts';
import { Category } from './fields.ts';
import { emptyFile, type FileCategory, type FileRow, type FileRows } from './file-rows.ts';
import type { Mistake } from './mistake.ts';
import { refusedSize } from './sheet-size.ts';

const colourList = 'color_variants';

/** Collects the mistakes of one file. */
function notebook() {
  const mistakes: Mistake[] = [];
  return {
    mistakes,
    note: (place: string | null, column: string | null, message: string) =>
      mistakes.push({ place, column, message }),
  };
}

type Note = ReturnType<typeof notebook>['note'];

/** The values of a product or a colour, by column. Empty text counts as missing. */
function cellsOf(
  item: Record<string, unknown>,
  allowed: readonly ColumnName[],
  place: string,
  note: Note,
): FileRow['cells'] {
  const cells: FileRow['cells'] = {};
  for (const [key, value] of Object.entries(item)) {
    const name = columnOfKey(key);
    if (!name || !allowed.includes(name)) {
      if (key === colourList && allowed.includes('slug')) continue;
      const keys = allowed.map((other) => columns[other].json).join(', ');
      note(place, key, `There is no such key here. The keys are: ${keys}.`);
    } else if (value !== null && value !== '') {
      cells[name] = value;
    }
  }
  return cells;
}

function categoriesOf(list: unknown, note: Note): FileCategory[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    note(null, 'categories', 'This must be a list of {"id": "hats", "name": "Hats"}.');
    return [];
  }
  const categories: FileCategory[] = [];
  for (const [index, category] of list.entries()) {
    const place = `category ${index + 1}`;
    const { data, error } = Category.safeParse(category);
    for (const { path, message } of error?.issues ?? []) {
      note(place, path.join('.') || null, message);
    }
    if (!data) continue;
    const { id: slug, name } = data;
    if (categories.some((other) => other.slug === slug)) {
      note(place, 'id', `The category "${slug}" is listed twice.`);
    } else {
      categories.push({ slug, name });
    }
  }
  return categories;
}

function rowsOf(product: unknown, place: string, note: Note): FileRow[] {
  if (!isRecord(product)) {
    note(place, null, 'This must be a product: {"slug": …, "name": …}.');
    return [];
  }
  const shared = cellsOf(product, columnsOf('product'), place, note);
  const colours: unknown = product[colourList];
  if (!Array.isArray(colours) || colours.length === 0) {
    note(place, colourList, 'Every product needs at least one colour.');
    return [];
  }
  return colours.flatMap((colour: unknown, index) => {
    const colourPlace = `${place}, colour ${index + 1}`;
    if (isRecord(colour)) {
      const cells = cellsOf(colour, columnsOf('colour'), colourPlace, note);
      return [{ place: colourPlace, cells: { ...shared, ...cells } }];
    }
    note(colourPlace, null, 'This must be a colour: {"color_name": …}.');
    return [];
  });
}

/** In JSON a repeated slug is a mistake; in a spreadsheet it means another colour of the same product. */
function noteRepeatedSlugs(products: readonly unknown[], note: Note): void {
  const seen = new Map<unknown, number>();
  for (const [index, product] of products.entries()) {
    const slug = isRecord(product) ? product['slug'] : undefined;
    const first = seen.get(slug);
    if (slug !== undefined && first !== undefined) {
      note(`product ${index + 1}`, 'slug', `Product ${first + 1} has the same slug.`);
    } else seen.set(slug, index);
  }
}

/** Reads the colours of a JSON file: `{categories, collections, products}` as in supabase/seed/catalogue.json. */
export function jsonRows(text: string): FileRows {
  const { mistakes, note } = notebook();
  const found = { ...emptyFile('json'), mistakes };
  let file: unknown;
  try {
    file = JSON.parse(text, (_key, value: unknown) =>
      typeof value === 'string' ? visibleText(value) : value,
    );
  } catch (error) {
    note(null, null, `This is not JSON: ${error instanceof Error ? error.message : String(error)}`);
    return { ...found, rows: [], categories: [] };
  }
  const { categories: listed, collections: ofShop, products } = isRecord(file) ? file : {};
  const categories = categoriesOf(listed, note);
  const collections = jsonCollections(ofShop, mistakes);
  if (!Array.isArray(products)) {
    note(null, 'products', 'The file must have a list of products: {"products": […]}.');
    return { ...found, rows: [], categories };
  }
  const rowCount = products.reduce<number>(
    (sum, product) =>
      sum +
      (isRecord(product) && Array.isArray(product[colourList]) ? product[colourList].length : 1),
    0,
  );
  const refused = refusedSize({ rows: rowCount, columns: 0 });
  if (refused !== null) {
    note(null, null, refused);
    return { ...found, rows: [], categories };
  }
  noteRepeatedSlugs(products, note);
  const rows = products.flatMap((product: unknown, index) =>
    rowsOf(product, `product ${index + 1}`, note),
  );
  return { ...found, rows, categories, collections };
}
