import { area, get } from '#server/area.ts';

/**
 * Pages parsed and filled in on request. Separate from `pages.ts`, which needs no parser.
 * netlify.toml rewrites their addresses to here.
 */
export default area(
  get('/pages/all-products', () => import('#handlers/pages/listing-page.ts')),
  get('/pages/productListing/:id', () => import('#handlers/pages/listing-page.ts')),
  get('/order-terms/:version', () => import('#handlers/pages/order-terms.ts')),
);
