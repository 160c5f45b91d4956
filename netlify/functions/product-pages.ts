import { area, get } from '#server/area.ts';

/**
 * Pages of products that the build wrote none for, rendered with the pages' own React components. netlify.toml rewrites
 * their addresses to here.
 */
export default area(
  get('/product-details/:id', () => import('#handlers/pages/product-page.ts')),
  get('/product-details/:id/part.html', () => import('#handlers/pages/product-page.ts')),
);
