import { area, get } from '#server/area.ts';

/**
 * Pages and files with products added since the build. netlify.toml rewrites their addresses to here: Netlify passes on
 * the original address, its dev server the rewritten one.
 */
export default area(
  get('/product-details/:id', () => import('#handlers/pages/added-since-build.ts')),
  get('/productListing/:id', () => import('#handlers/pages/added-since-build.ts')),
  get('/sitemap.xml', () => import('#handlers/pages/catalogue-files.ts')),
  get('/merchant-feed.xml', () => import('#handlers/pages/catalogue-files.ts')),
);
