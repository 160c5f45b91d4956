import { useQuery } from '@tanstack/react-query';
import { Loading } from '#ui/islands/Loading.tsx';
import { getProductOrder } from '#domain/wire/staff-product-order.ts';
import { asStaff } from '../as-staff.ts';
import { Problem } from '../Problem.tsx';
import { problemText } from '../problem-text.ts';
import { goTo } from '../use-place.ts';
import { OrderEditor } from './OrderEditor.tsx';

/** Sorts the products of a category, for marketers. */
export function OrderPage({ category }: { category: string | undefined }) {
  const found = useQuery({
    queryKey: ['catalogue', 'order', category],
    queryFn: ({ signal }) => asStaff(getProductOrder, { category }, { signal }),
  });
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Order of products</h1>
      </div>
      {found.isError && (
        <Problem text={problemText(found.error)} onRetry={() => void found.refetch()} />
      )}
      {found.isPending && <Loading />}
      {found.data && (
        <>
          <label className="order-category">
            <span>Category</span>
            <select
              className="field"
              value={found.data.category}
              onChange={({ currentTarget }) =>
                goTo({ at: 'catalogue', page: 'order', query: { category: currentTarget.value } })
              }
            >
              {found.data.categories.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <OrderEditor key={found.data.category} shop={found.data} />
        </>
      )}
    </>
  );
}
