import '../without-eval.ts';
import { lazy, Suspense } from 'react';
import { Loading } from '#ui/islands/Loading.tsx';
import type { AreaPlace } from '../place.ts';
import { CategoriesPage } from '../categories/CategoriesPage.tsx';
import { ImportPage } from './ImportPage.tsx';
import { OrderPage } from './OrderPage.tsx';
import { OverviewPage } from './OverviewPage.tsx';
import { ProductList } from './ProductList.tsx';
import { ReleaseList } from './ReleaseList.tsx';
import { ReleasePage } from './ReleasePage.tsx';

const CategoryPage = lazy(() => import('../categories/CategoryPage.tsx'));
const ProductPage = lazy(() => import('./ProductPage.tsx'));

/** The catalogue, for marketers. */
export default function CatalogueArea({ place }: { place: AreaPlace }) {
  const { page, query } = place;
  if (page === 'releases') return <ReleaseList place={place} />;
  if (page === 'release') return <ReleasePage key={query['id']} id={query['id'] ?? ''} />;
  if (page === 'products') return <ProductList place={place} />;
  if (page === 'product') {
    return (
      <Suspense fallback={<Loading />}>
        <ProductPage query={query} />
      </Suspense>
    );
  }
  if (page === 'categories') return <CategoriesPage release={query['release']} />;
  if (page === 'category') {
    return (
      <Suspense fallback={<Loading />}>
        <CategoryPage key={JSON.stringify(query)} query={query} />
      </Suspense>
    );
  }
  if (page === 'order')
    return <OrderPage category={query['category']} release={query['release']} />;
  if (page === 'files') {
    const { release = null } = query;
    return <ImportPage key={release} replaces={release} />;
  }
  return <OverviewPage />;
}
