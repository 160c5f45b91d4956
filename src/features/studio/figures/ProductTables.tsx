import type { FiguresAnswer, Seller } from '#domain/contracts/staff-figures.ts';
import { DataTable } from '../kit/DataTable.tsx';
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
        <DataTable
          className="figures-table"
          caption="Stock cover"
          columns={['Colour', 'In stock', 'Sold', 'Lasts']}
          rows={cover.map(({ product_id, slug, name, color_name, in_stock, sold: pieces }) => ({
            key: `${product_id} ${color_name}`,
            name: (
              <>
                <ProductName slug={slug} name={name} />
                <span className="studio-soft">{color_name}</span>
              </>
            ),
            cells: [in_stock, pieces, weeksText(in_stock, pieces)],
          }))}
        />
      )}
    </section>
  );
}
