import { formatPounds } from '#domain/money/money.ts';
import { MAX_PRICE } from '#domain/catalogue/catalogue-rules.ts';
import { bareHeader } from './header.ts';

/** The columns of the sheet “Collections”, one row per collection; in JSON, the keys of one. */
export const collectionColumns = {
  name: {
    sheet: 'collection',
    json: 'name',
    meaning: 'Name of the collection. A row added to the sheet is a new collection.',
    example: 'Gifts under £50',
  },
  in_menu: {
    sheet: 'in menu',
    json: 'in_menu',
    meaning: 'Whether the menu lists it while it has products: yes or no. Without either: yes.',
    example: 'yes',
  },
  products: {
    sheet: 'products',
    json: 'products',
    meaning:
      '“by hand”: those that name it in the column “collections”. “by rule”: those that meet all conditions of this row, at any time.',
    example: 'by rule',
  },
  categories: {
    sheet: 'only categories',
    json: 'categories',
    meaning: 'Condition: in one of these categories, separated by |.',
    example: 'Beanies | Bucket Hats',
  },
  price_over: {
    sheet: 'price over',
    json: 'price_over',
    meaning: `Condition: it costs more than this now, a sale included, in pounds up to ${formatPounds(MAX_PRICE)}.`,
    example: '20',
  },
  price_under: {
    sheet: 'price under',
    json: 'price_under',
    meaning: 'Condition: it costs less than this now, a sale included, in pounds.',
    example: '50',
  },
  on_sale: {
    sheet: 'only reduced',
    json: 'on_sale',
    meaning: 'Condition: its price is reduced: yes or no.',
    example: 'yes',
  },
  newest: {
    sheet: 'only the newest',
    json: 'newest',
    meaning: 'Condition: among this many newest products that meet the others.',
    example: '12',
  },
} as const satisfies Record<
  string,
  { sheet: string; json: string; meaning: string; example: string }
>;

export type CollectionColumn = keyof typeof collectionColumns;

function isCollectionColumn(name: string): name is CollectionColumn {
  return name in collectionColumns;
}

/** In export order. */
export const collectionColumnNames = Object.keys(collectionColumns).filter(isCollectionColumn);

const byHeader = new Map(
  collectionColumnNames.map((name) => [bareHeader(collectionColumns[name].sheet), name] as const),
);

/** The column for a header of the sheet “Collections”; `undefined` if it is none of ours. */
export function collectionColumnOf(label: string): CollectionColumn | undefined {
  return byHeader.get(bareHeader(label));
}

/** Columns of conditions; an empty cell is none. */
export const conditionColumns = [
  'categories',
  'price_over',
  'price_under',
  'on_sale',
  'newest',
] as const satisfies CollectionColumn[];
