import { area, get } from '#server/area.ts';

/**
 * Listings, and files of products, with what was added since the build. netlify.toml rewrites their addresses to here: Netlify passes on
 * the original address, its dev server the rewritten one.
 */
export default area(
  get('/productListing/:id', () => import('#handlers/pages/category-page.ts')),
  get('/sitemap.xml', () => import('#handlers/pages/catalogue-files.ts')),
);
