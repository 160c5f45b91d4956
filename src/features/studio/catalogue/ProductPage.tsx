import { useQuery } from '@tanstack/react-query';
import { Loading } from '#ui/islands/Loading.tsx';
import { Problem } from '../Problem.tsx';
import { problemText } from '../problem-text.ts';
import { linkTo } from '../use-place.ts';
import { productsQuery } from './catalogue-queries.ts';
import { ProductForm } from './ProductForm.tsx';

/** Edits a product without a spreadsheet. */
export function ProductPage({ slug }: { slug: string }) {
  const found = useQuery(productsQuery([slug]));
  const product = found.data?.products[0];
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">{product?.name ?? 'Product'}</h1>
      </div>
      <p>
        <a className="link" {...linkTo({ at: 'catalogue', page: 'products', query: {} })}>
          All products
        </a>
      </p>
      {found.isError && (
        <Problem text={problemText(found.error)} onRetry={() => void found.refetch()} />
      )}
      {found.isPending && <Loading />}
      {found.data && !product && <p>Product not found.</p>}
      {found.data && product && (
        <ProductForm key={slug} product={product} categories={found.data.categories} />
      )}
    </>
  );
}
