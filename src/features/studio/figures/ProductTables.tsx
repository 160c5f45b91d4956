import type { FiguresAnswer, Seller } from '#domain/contracts/staff-figures.ts';
import { useMay } from '../kit/may.ts';
import { linkTo } from '../kit/use-place.ts';
import { poundsOf, weeksText } from './figure-texts.ts';
import { FigureTable } from './FigureTable.tsx';

/** A product, linked to its form for those who may edit it. */
export function ProductName({ slug, name }: { slug: string; name: string }) {
  const may = useMay();
  if (!may('edit_catalogue')) return name;
  const place = { at: 'catalogue', page: 'product', query: { slug } } as const;
  return (
    <a className="link" {...linkTo(place)}>
      {name}
    </a>
  );
}

interface SellerTableProps {
  title: string;
  sellers: readonly Seller[];
  none: string;
}

/** Products by pieces sold. */
export function SellerTable({ title, sellers, none }: SellerTableProps) {
  return (
    <FigureTable
      title={title}
      columns={['Product', 'Pieces', 'Goods', 'In stock']}
      rows={sellers.map(({ product_id: key, slug, name, pieces, goods_pence, in_stock }) => ({
        key,
        name: <ProductName slug={slug} name={name} />,
        cells: [pieces, poundsOf(goods_pence), in_stock],
      }))}
      none={none}
    />
  );
}

/** Colours whose stock lasts for the shortest time. */
export function CoverTable({ figures }: { figures: FiguresAnswer }) {
  const { cover, in_stock: all, sold_in_28_days: sold } = figures;
  return (
    <section className="studio-panel" aria-labelledby="figures-cover">
      <h2 id="figures-cover" className="studio-subheading">
        Stock cover
      </h2>
      <p className="studio-soft">
        {all} pieces in stock
        {sold > 0 && `: ${weeksText(all, sold)} at the rate of the last four weeks`}.
        {cover.length > 0 && ' Shortest first:'}
      </p>
      {cover.length > 0 && (
        <table className="figures-table" aria-labelledby="figures-cover">
          <thead>
            <tr>
              <th scope="col">Colour</th>
              <th scope="col">In stock</th>
              <th scope="col">Sold</th>
              <th scope="col">Lasts</th>
            </tr>
          </thead>
          <tbody>
            {cover.map(({ product_id, slug, name, color_name, in_stock, sold: pieces }) => (
              <tr key={`${product_id} ${color_name}`}>
                <th scope="row">
                  <ProductName slug={slug} name={name} />
                  <span className="studio-soft">{color_name}</span>
                </th>
                <td>{in_stock}</td>
                <td>{pieces}</td>
                <td>{weeksText(in_stock, pieces)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
