import { useEffect, useState } from 'react';
import type { Product } from '#domain/product.ts';
import { fetchDescribedProduct } from '#api/catalogue/described-product.ts';
import { company } from '#company';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import { Loading } from '#ui/islands/Loading.tsx';
import { LiveProduct } from './LiveProduct.tsx';

/** Whether this page was loaded from the server again, not from a cache as on Back. */
function isReloaded(): boolean {
  const [visit] = performance.getEntriesByType('navigation');
  return visit instanceof PerformanceNavigationTiming && visit.type === 'reload';
}

/**
 * Fetches the product whose id ends the URL. If not found, reloads the page once: the server may know
 * that it was removed.
 * @throws Error if it is still not found.
 */
async function productFromUrl(): Promise<Product> {
  const id = Number(location.pathname.match(/(\d+)\/?$/)?.[1]);
  const product = await fetchDescribedProduct(id);
  if (product) return product;
  if (isReloaded()) throw new Error('404 Not Found');
  location.reload();
  return new Promise(() => undefined);
}

function Fetched() {
  const [product, setProduct] = useState<Product | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => {
    productFromUrl().then(setProduct).catch(setFailure);
  }, []);

  useEffect(() => {
    if (product) document.title = `${product.name} – ${company.brand}`;
  }, [product]);

  if (failure !== null) throw failure;
  if (product) return <LiveProduct product={product} />;
  return (
    <div className="shell">
      <Loading />
    </div>
  );
}

/** The page of a product added since the build. */
export default function NewProduct() {
  return (
    <ErrorBoundary>
      <Fetched />
    </ErrorBoundary>
  );
}
