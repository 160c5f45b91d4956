import { z } from 'zod';
import { CollectionRule } from '#domain/catalogue/collection-rule.ts';
import { pence, penceToPounds } from '#domain/money/money.ts';
import { parseJson } from '#domain/basics/record.ts';
import { nameList } from './cell-list.ts';
import {
  type CollectionColumn,
  collectionColumnNames,
  collectionColumns,
} from './collection-columns.ts';
import type { Exported, ExportedCollection } from './exported-catalogue.ts';
import { workbookText } from './formula-text.ts';
import { COLLECTIONS_SHEET, MEMORY_HEADER } from './header.ts';
import type { Cell } from './table.ts';
import { headerCells, type Sheet, TEXT } from './workbook-parts.ts';

/** Values of a collection seen by an export, in the last cell of its row. */
const SeenCollection = z.object({
  slug: z.string(),
  name: z.string(),
  in_menu: z.boolean(),
  rule: CollectionRule.nullable(),
});
export type SeenCollection = z.infer<typeof SeenCollection>;

/** `undefined` when the text is not one that an export wrote. */
export function readSeenCollection(text: string): SeenCollection | undefined {
  return SeenCollection.safeParse(parseJson(text)).data;
}

/** Values of a rule by their columns. */
export function conditionsOf(rule: CollectionRule | null) {
  const { categories, price_over, price_under, on_sale, newest } = rule ?? {};
  return {
    products: rule === null ? 'by hand' : 'by rule',
    categories,
    price_over: price_over && penceToPounds(pence(price_over)),
    price_under: price_under && penceToPounds(pence(price_under)),
    on_sale,
    newest,
  };
}

const widths: Record<CollectionColumn, number> = {
  name: 30,
  in_menu: 10,
  products: 12,
  categories: 34,
  price_over: 12,
  price_under: 12,
  on_sale: 14,
  newest: 16,
};

const formats: Partial<Record<CollectionColumn, string>> = {
  price_over: '£#,##0.00',
  price_under: '£#,##0.00',
  newest: '0',
};

/** Empty rows below the last one that have drop-downs. */
const rowsToCome = 50;

function rowOf({ id, name, in_menu, rule }: ExportedCollection, nameOf: Map<string, string>) {
  const { categories = [], ...conditions } = conditionsOf(rule);
  const cells: Record<CollectionColumn, Cell | undefined> = {
    ...conditions,
    name: workbookText(name),
    in_menu: in_menu ? 'yes' : 'no',
    categories: workbookText(nameList(categories.map((slug) => [slug, nameOf.get(slug) ?? slug]))),
    on_sale: conditions.on_sale && 'yes',
  };
  const seen: SeenCollection = { slug: id, name, in_menu, rule };
  return [...collectionColumnNames.map((column) => cells[column] ?? null), JSON.stringify(seen)];
}

/** The collections, by hand and by rule. A row added to it is a new collection. */
export function collectionsSheet({ categories, collections }: Exported): Sheet {
  const header = collectionColumnNames.map((name) => collectionColumns[name].sheet);
  const nameOf = new Map(categories.map(({ id, name }) => [id, name]));
  const oneOf = (column: CollectionColumn, words: readonly string[]) => {
    const letter = String.fromCodePoint(65 + collectionColumnNames.indexOf(column));
    return {
      type: 'list' as const,
      values: [...words],
      range: `${letter}2:${letter}${collections.length + 1 + rowsToCome}`,
      allowBlank: true,
      showErrorMessage: true,
      errorTitle: collectionColumns[column].sheet,
      errorMessage: `Write ${words.map((word) => `“${word}”`).join(' or ')}.`,
    };
  };
  return {
    name: COLLECTIONS_SHEET,
    columns: [
      ...collectionColumnNames.map((name) => ({
        width: widths[name],
        numFmt: formats[name] ?? TEXT,
      })),
      { hidden: true, width: 10, numFmt: TEXT },
    ],
    rows: [
      [...header, MEMORY_HEADER],
      ...collections.map((collection) => rowOf(collection, nameOf)),
    ],
    cells: headerCells([...header, MEMORY_HEADER]),
    freezePane: { rows: 1 },
    dataValidations: [
      oneOf('in_menu', ['yes', 'no']),
      oneOf('products', ['by hand', 'by rule']),
      oneOf('on_sale', ['yes', 'no']),
    ],
  };
}
