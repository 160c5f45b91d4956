import '../without-eval.ts';
import type { AreaPlace } from '../place.ts';
import { ImportPage } from './ImportPage.tsx';
import { OrderPage } from './OrderPage.tsx';
import { ProductList } from './ProductList.tsx';
import { ProductPage } from './ProductPage.tsx';
import { ReleaseList } from './ReleaseList.tsx';
import { ReleasePage } from './ReleasePage.tsx';

/** The catalogue, for marketers. */
export default function CatalogueArea({ place }: { place: AreaPlace }) {
  const { page, query } = place;
  if (page === 'releases') return <ReleaseList place={place} />;
  if (page === 'release') return <ReleasePage key={query['id']} id={query['id'] ?? ''} />;
  if (page === 'products') return <ProductList place={place} />;
  if (page === 'product') return <ProductPage slug={query['slug'] ?? ''} />;
  if (page === 'order') return <OrderPage category={query['category']} />;
  const { release = null } = query;
  return <ImportPage key={release} replaces={release} />;
}
