import * as z from 'zod';
import { LONGEST } from '#domain/catalogue/catalogue-rules.ts';
import { oneLine, price } from '#domain/cells/catalogue-cells.ts';
import { readWhole } from '#domain/cells/cell-numbers.ts';
import { shownValue } from '#domain/cells/shown-value.ts';
import { slugOf } from '#domain/names/slug-of.ts';
import { CollectionRule } from '#domain/catalogue/collection-rule.ts';
import { nameKey } from '#domain/names/name-key.ts';
import { type CollectionColumn, conditionColumns } from './collection-columns.ts';
import { collectionMistake, type CollectionRow } from './collection-rows.ts';
import type { SeenCollection } from './collections-sheet.ts';
import type { ExportedCollection } from './exported-catalogue.ts';
import { Category, names } from './fields.ts';
import type { FileCategory, FileRows } from './file-rows.ts';
import type { Mistake } from './mistake.ts';

/** A collection's target state. Fields that are `undefined` stay as they are in the shop. */
export interface FileCollection {
  slug: string;
  name?: string | undefined;
  in_menu?: boolean | undefined;
  /** Null for one chosen by hand. */
  rule?: CollectionRule | null | undefined;
  /** Values seen by the export. */
  seen?: SeenCollection | undefined;
}

/** A word of a list, however it is capitalised; a cell may hold a spreadsheet's own true and false. */
function oneOf<Value>(values: Record<string, Value>, advice: string) {
  return z.unknown().transform((written, context): Value => {
    const word = shownValue(written).trim().toLowerCase();
    const found = Object.entries(values).find(([name]) => name === word);
    if (found) return found[1];
    context.addIssue({ code: 'custom', message: `“${shownValue(written)}”: ${advice}` });
    return z.NEVER;
  });
}

const yesOrNo = oneOf({ yes: true, true: true, no: false, false: false }, 'Write “yes” or “no”.');

const most = CollectionRule.shape.newest;

const count = z
  .union([z.number(), z.string()], 'This must be a number.')
  .transform((value, context) => {
    const { data } = most.safeParse(readWhole(value));
    if (data !== undefined) return data;
    const message = `“${value}” is not a whole number from 1 to 999.`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const Cells = z.object({
  name: oneLine(LONGEST.category),
  in_menu: yesOrNo.optional(),
  /** Whether a rule chooses its products. */
  products: oneOf(
    { 'by rule': true, rule: true, 'by hand': false, hand: false },
    'Write “by hand” or “by rule”.',
  ).optional(),
  /** Slugs or names. */
  categories: names.optional(),
  price_over: price.optional(),
  price_under: price.optional(),
  on_sale: yesOrNo.optional(),
  newest: count.optional(),
});
type Cells = z.infer<typeof Cells>;

interface Known {
  /** The shop's, and those that the file adds. */
  categories: readonly FileCategory[];
  collections: readonly ExportedCollection[];
}

type Note = (column: CollectionColumn, message: string) => void;

function shopCollection({ id, seen, cells }: CollectionRow, all: readonly ExportedCollection[]) {
  const slug = seen?.slug ?? id;
  const name = nameKey(String(cells.name));
  return all.find((one) =>
    slug === undefined ? nameKey(one.name) === name || one.id === name : one.id === slug,
  );
}

/** Slugs of the categories of a rule; those that the export wrote need not exist any more. */
function categoriesIn(row: CollectionRow, cells: Cells, known: Known, note: Note) {
  const slugs = (cells.categories ?? []).map((part) => {
    const key = nameKey(part);
    const found = known.categories.find(({ slug, name }) => slug === key || nameKey(name) === key);
    const slug = found?.slug ?? row.seen?.rule?.categories?.find((one) => one === part);
    if (slug === undefined) {
      const all = known.categories.map(({ name }) => name).join(', ');
      note(
        'categories',
        `There is no category “${part}”. The categories are: ${all}. Separate them by |.`,
      );
    }
    return slug ?? part;
  });
  return [...new Set(slugs)];
}

/** The rule of a row; `undefined` if the shop's stays. */
function ruleIn(
  row: CollectionRow,
  cells: Cells,
  known: Known,
  shop: ExportedCollection | undefined,
  note: Note,
): CollectionRule | null | undefined {
  const categories = categoriesIn(row, cells, known, note);
  const written = {
    ...(categories.length > 0 && { categories }),
    price_over: cells.price_over,
    price_under: cells.price_under,
    ...(cells.on_sale && { on_sale: true as const }),
    newest: cells.newest,
  };
  const filled = conditionColumns.filter((column) => written[column] !== undefined);
  const byRule = cells.products ?? (filled.length > 0 || undefined);
  if (byRule === undefined) return shop ? undefined : null;
  if (!byRule) {
    const [column] = filled;
    if (column)
      note(column, 'A collection by hand has no conditions: empty this cell, or write “by rule”.');
    return null;
  }
  const stays = Object.fromEntries(
    Object.entries((shop ?? row.seen)?.rule ?? {}).filter(([column]) =>
      conditionColumns.some((one) => one === column && row.lacks.has(one)),
    ),
  );
  const { data } = CollectionRule.safeParse({ ...stays, ...withoutUndefined(written) });
  if (!data)
    note('products', 'A rule needs a condition: fill in one of its columns, or write “by hand”.');
  return data;
}

function withoutUndefined(fields: object) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function checked(
  row: CollectionRow,
  cells: Cells,
  known: Known,
  taken: ReadonlySet<string>,
  note: Note,
): FileCollection {
  const shop = shopCollection(row, known.collections);
  const slug = row.seen?.slug ?? row.id ?? shop?.id ?? slugOf(cells.name);
  const { error } = Category.safeParse({ id: slug, name: cells.name });
  if (error) note('name', `“${cells.name}” cannot be a collection: ${error.issues[0]?.message}`);
  const key = nameKey(cells.name);
  const isCategory = known.categories.some((one) => one.slug === slug || nameKey(one.name) === key);
  const isOther = known.collections.some((one) => one.id !== slug && nameKey(one.name) === key);
  if (isCategory) note('name', `“${cells.name}” is a category. A collection needs another name.`);
  else if (taken.has(slug) || taken.has(key) || isOther)
    note('name', `There is another collection “${cells.name}”.`);
  const isNamed = shop === undefined || row.seen !== undefined || row.id !== undefined;
  return {
    slug,
    name: isNamed ? cells.name : undefined,
    in_menu: cells.in_menu,
    rule: ruleIn(row, cells, known, shop, note),
    seen: row.seen,
  };
}

/** The collections of a file, and its mistakes in them. */
export function checkCollections(
  { collections, format }: FileRows,
  known: Known,
  mistakes: Mistake[],
): FileCollection[] {
  const taken = new Set<string>();
  return collections.flatMap((row) => {
    const note: Note = (column, message) =>
      mistakes.push(collectionMistake(row, column, message, format));
    const { data: cells, error } = Cells.safeParse(row.cells);
    for (const { path, message } of error?.issues ?? []) {
      const column = Object.keys(Cells.shape).find((name) => name === path[0]);
      if (column && isRefusable(column) && !row.refused.has(column)) note(column, message);
    }
    if (!cells || row.refused.size > 0) return [];
    const collection = checked(row, cells, known, taken, note);
    taken.add(collection.slug).add(nameKey(cells.name));
    return [collection];
  });
}

function isRefusable(name: string): name is CollectionColumn {
  return name in Cells.shape;
}
