import type { Config } from '@netlify/functions';
import { area, get } from '#server/area.ts';

// Netlify's dev server lower-cases the path before matching it to a function.
export const config: Config = {
  path: [
    '/api/listing/additionalPays',
    '/api/listing/additionalpays',
    '/api/listing/categories',
    '/api/listing/deliveries',
    '/api/listing/liveProducts',
    '/api/listing/liveproducts',
    '/api/listing/opened',
    '/api/listing/productListing',
    '/api/listing/productlisting',
    '/api/listing/productListing/:categoryId',
    '/api/listing/productlisting/:categoryId',
  ],
};

/** Reads of the catalogue. They need no large package, so that a cold start costs the shopper little. */
export default area(
  get('/api/listing/categories', () => import('#handlers/catalogue/categories.ts')),
  get('/api/listing/productListing', () => import('#handlers/catalogue/products.ts')),
  get(
    '/api/listing/productListing/:categoryId',
    () => import('#handlers/catalogue/category-products.ts'),
  ),
  get('/api/listing/liveProducts', () => import('#handlers/catalogue/live-products.ts')),
  get('/api/listing/opened', () => import('#handlers/catalogue/opened.ts')),
  get('/api/listing/deliveries', () => import('#handlers/catalogue/deliveries.ts')),
  get('/api/listing/additionalPays', () => import('#handlers/catalogue/taxes.ts')),
);
