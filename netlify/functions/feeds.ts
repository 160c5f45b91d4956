import { area, get } from '#server/area.ts';

const feed = () => import('#handlers/pages/product-feed.ts');

/**
 * Product feeds for advertising platforms. Separate from `pages.ts`, which shoppers wait for and which needs no CSV
 * library. netlify.toml rewrites their addresses to here.
 */
export default area(
  get('/merchant-feed.xml', feed),
  get('/feeds/meta.csv', feed),
  get('/feeds/pinterest.csv', feed),
  get('/feeds/tiktok.csv', feed),
);
