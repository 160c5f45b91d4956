import { area, get } from '#server/area.ts';

const feed = () => import('#handlers/pages/product-feed.ts');

/**
 * Feeds of products, and of their reviews, for advertising platforms. Separate from `pages.ts`, which shoppers wait for and which needs no CSV
 * library. netlify.toml rewrites their addresses to here.
 */
export default area(
  get('/merchant-feed.xml', feed),
  get('/feeds/google-reviews.xml', () => import('#handlers/pages/review-feed.ts')),
  get('/feeds/meta.csv', feed),
  get('/feeds/pinterest.csv', feed),
  get('/feeds/tiktok.csv', feed),
);
