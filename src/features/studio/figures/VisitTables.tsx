import { useId } from 'react';
import type { CountedText, VisitsAnswer } from '#domain/wire/staff-visits.ts';
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
export function TextTable({
  title,
  column,
  sum,
  texts,
  none,
  words,
  tellsAdded = false,
}: TextTableProps) {
  const id = useId();
  return (
    <section className="studio-panel" aria-labelledby={id}>
      <h2 id={id} className="studio-subheading">
        {title}
      </h2>
      {texts.length === 0 ? (
        <p className="studio-soft">{none}</p>
      ) : (
        <table className="figures-table figures-texts" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{column}</th>
              <th scope="col">{sum}</th>
              {tellsAdded && <th scope="col">Into carts</th>}
            </tr>
          </thead>
          <tbody>
            {texts.map(({ key, sum: times, added }) => (
              <tr key={key}>
                <th scope="row">{key === '' ? 'Others, not kept' : (words?.[key] ?? key)}</th>
                <td>{times}</td>
                {tellsAdded && <td>{added}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Products looked at but not bought. */
export function NotBoughtTable({ products }: { products: VisitsAnswer['not_bought'] }) {
  const id = useId();
  return (
    <section className="studio-panel figures-wide" aria-labelledby={id}>
      <h2 id={id} className="studio-subheading">
        Looked at but not bought
      </h2>
      {products.length === 0 ? (
        <p className="studio-soft">Of every product that was looked at, a piece was ordered.</p>
      ) : (
        <table className="figures-table" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Looked at</th>
              <th scope="col">Into carts</th>
              <th scope="col">In stock</th>
            </tr>
          </thead>
          <tbody>
            {products.map(({ product_id, slug, name, seen, added, in_stock }) => (
              <tr key={product_id}>
                <th scope="row">
                  <ProductName slug={slug} name={name} />
                </th>
                <td>{seen}</td>
                <td>{added}</td>
                <td>{in_stock}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
