import '../kit/without-eval.ts';
import { Suspense } from 'react';
import { Loading } from '#ui/islands/Loading.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { categoryRelease } from '../categories/category-release.tsx';
import { contentRelease } from '../content/pages/content-release.tsx';
import { ownPageRelease } from '../content/own-pages/own-page-release.tsx';
import { ReleaseKinds } from '../releases/release-kind.ts';
import { productRelease } from '../products/product-release.tsx';
import { listOfPage } from './page-of-list.ts';
import { OverviewPage } from '../products/OverviewPage.tsx';
import { ProductList } from '../products/ProductList.tsx';
import { ReleaseList } from '../releases/ReleaseList.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';

const CategoriesPage = lazyPart(() => import('../categories/CategoriesPage.tsx'));
const CategoryPage = lazyPart(() => import('../categories/CategoryPage.tsx'));
const ImportPage = lazyPart(() => import('../products/ImportPage.tsx'));
const OrderPage = lazyPart(() => import('../catalogue/OrderPage.tsx'));
const ProductPage = lazyPart(() => import('../products/ProductPage.tsx'));
const ReleasePage = lazyPart(() => import('../releases/ReleasePage.tsx'));
const ReviewsPage = lazyPart(() => import('../reviews/ReviewsPage.tsx'));

function CataloguePage({ page, query }: Pick<AreaPlace, 'page' | 'query'>) {
  switch (page) {
    case 'release':
      return <ReleasePage key={query['id']} id={query['id'] ?? ''} />;
    case 'product':
      return <ProductPage query={query} />;
    case 'categories':
      return <CategoriesPage release={query['release']} />;
    case 'category':
      return <CategoryPage key={JSON.stringify(query)} query={query} />;
    case 'order':
      return <OrderPage category={query['category']} release={query['release']} />;
    case 'files': {
      const { release = null } = query;
      return <ImportPage key={release} replaces={release} />;
    }
    case 'reviews':
      return <ReviewsPage query={query} />;
    default:
      return <OverviewPage />;
  }
}

/** The page of a URL; one that does not say of what is the list of all. */
function pageOf({ page, query }: AreaPlace): Pick<AreaPlace, 'page' | 'query'> {
  const isNamed = ['slug', 'release', 'new', 'id'].some((key) => query[key]);
  const list = listOfPage(page);
  return isNamed || list === undefined ? { page, query } : { page: list, query: {} };
}

const kinds = [productRelease, categoryRelease, contentRelease, ownPageRelease];

/** The catalogue, for marketers. */
export default function CatalogueArea({ place }: { place: AreaPlace }) {
  const { page, query } = pageOf(place);
  const at = { ...place, page, query };
  return (
    <ReleaseKinds value={kinds}>
      {page === 'releases' && <ReleaseList place={at} />}
      {page === 'products' && <ProductList place={at} />}
      {page !== 'releases' && page !== 'products' && (
        <Suspense fallback={<Loading />}>
          <CataloguePage page={page} query={query} />
        </Suspense>
      )}
    </ReleaseKinds>
  );
}
