import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProductOrder } from '#domain/contracts/staff-product-order.ts';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { goTo } from '../kit/use-place.ts';
import { orderQuery } from './catalogue-queries.ts';
import { OrderEditing } from './OrderEditing.tsx';
import { OrderEditor } from './OrderEditor.tsx';
import type { OrderSource } from './use-order-draft.ts';

function orderPlace(category: string, release?: string): AreaPlace {
  const query = { category, ...(release !== undefined && { release }) };
  return { at: 'catalogue', page: 'order', query };
}

/** Edits the order of a category. */
function Sorted({ shop, release }: { shop: ProductOrder; release: string | undefined }) {
  const client = useQueryClient();
  const { category, categories, order } = shop;
  const name = categories.find(({ slug }) => slug === category)?.name ?? category;
  const source: OrderSource = {
    title: `Order: ${name}`,
    load: async () => {
      const latest = await client.fetchQuery({ ...orderQuery(category), staleTime: 0 });
      return latest.order;
    },
    orderIn: (changes) => changes.order?.[category],
    withOrder: (changes, changed) => ({
      ...changes,
      order: { ...changes.order, [category]: changed },
    }),
    placeOf: (id) => orderPlace(category, id),
  };
  return (
    <OrderEditing
      subjects={[`order/${category}`]}
      source={source}
      order={order}
      place={orderPlace(category)}
      release={release}
    >
      {(edits) => <OrderEditor shop={shop} edits={edits} source={source} />}
    </OrderEditing>
  );
}

interface Props {
  category: string | undefined;
  /** A draft to edit. */
  release: string | undefined;
}

/** Sorts the products of a category, for marketers. */
export default function OrderPage({ category, release }: Props) {
  const found = useQuery(orderQuery(category));
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Order of products</h1>
      </div>
      <Awaited query={found} />
      {found.data && (
        <>
          <label className="order-category" hidden={release !== undefined}>
            <span>Category</span>
            <select
              className="field"
              value={found.data.category}
              onChange={({ currentTarget }) => goTo(orderPlace(currentTarget.value))}
            >
              {found.data.categories.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <Sorted key={`${found.data.category} ${release}`} shop={found.data} release={release} />
        </>
      )}
    </>
  );
}
