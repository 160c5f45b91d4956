import { area, get } from '#server/area.ts';

/**
 * Pages that are parsed and filled in when they are asked for. Apart from `pages.ts`, which needs no parser.
 * netlify.toml rewrites their addresses to here.
 */
export default area(
  get('/pages/all-products', () => import('#handlers/pages/listing-page.ts')),
  get('/pages/productListing/:id', () => import('#handlers/pages/listing-page.ts')),
  get('/order-terms/:version', () => import('#handlers/pages/order-terms.ts')),
);
