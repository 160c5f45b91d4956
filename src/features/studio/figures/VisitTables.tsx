import type { CountedText, VisitsAnswer } from '#domain/contracts/staff-visits.ts';
import { FigureTable } from './FigureTable.tsx';
import { ProductName } from './ProductTables.tsx';

interface TextTableProps {
  title: string;
  column: string;
  /** Name of the column of sums. */
  sum: string;
  texts: readonly CountedText[];
  none: string;
  /** Words for keys of the shop's own. */
  words?: Readonly<Record<string, string>>;
  /** Whether to show the pieces put into carts. */
  tellsAdded?: boolean;
}

/** Texts by how often they were counted. */
export function TextTable(props: TextTableProps) {
  const { title, column, sum, texts, none, words, tellsAdded = false } = props;
  return (
    <FigureTable
      title={title}
      columns={[column, sum, ...(tellsAdded ? ['Into carts'] : [])]}
      rows={texts.map(({ key, sum: times, added }) => ({
        key,
        name: key === '' ? 'Others, not kept' : (words?.[key] ?? key),
        cells: [times, ...(tellsAdded ? [added] : [])],
      }))}
      none={none}
      table="figures-texts"
    />
  );
}

/** Products looked at but not bought. */
export function NotBoughtTable({ products }: { products: VisitsAnswer['not_bought'] }) {
  return (
    <FigureTable
      title="Looked at but not bought"
      columns={['Product', 'Looked at', 'Into carts', 'In stock']}
      rows={products.map(({ product_id: key, slug, name, seen, added, in_stock }) => ({
        key,
        name: <ProductName slug={slug} name={name} />,
        cells: [seen, added, in_stock],
      }))}
      none="Of every product that was looked at, a piece was ordered."
      panel="figures-wide"
    />
  );
}
