import type { APIRoute } from 'astro';
import type { Product } from '#domain/catalogue/product.ts';
import { productAddress } from '#domain/paths/product-address.ts';
import {
  allListings,
  allProducts,
  lastChanges,
  productsOfListing,
} from '#content/built-catalogue.ts';
import { categoryAddress } from '#domain/paths/category-address.ts';
import { allOwnPages, hasJournal } from '#content/built-own-pages.ts';
import { JOURNAL } from '#domain/site-content/own-page.ts';
import { picturesOf } from '#domain/feeds/product-texts.ts';
import { sitemapUrl } from '#domain/feeds/sitemap-url.ts';
import { xmlAnswer } from '#domain/basics/xml.ts';

/** Pages without a recorded date of last change. */
const TEXT_PAGES = [
  '/',
  '/contact-us',
  '/Faqs',
  '/privacypolicy',
  '/termsandconditions',
  '/returnpolicy',
  '/reviewpolicy',
  '/complaint',
  '/gift-card',
  '/accessibility',
  '/what-we-count',
];

interface Page {
  path: string;
  /** The products shown; the page's last change is the latest of theirs. */
  products?: readonly Product[];
  /** The page's own last change, ISO 8601. */
  changed?: string | undefined;
  pictures?: readonly string[];
}

/** The last of some moments (ISO 8601). */
function latest(moments: readonly string[]): string | undefined {
  return moments.toSorted().at(-1);
}

/**
 * The sitemap as of the build, served by a function at /sitemap.xml, with product pictures and dates of
 * last change: https://www.sitemaps.org/protocol.html,
 * https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
 */
export const GET: APIRoute = async ({ site }) => {
  const absolute = (path: string) => new URL(path, site).href;
  const products = await allProducts();
  const changes = await lastChanges();
  const lastChangeOf = (shown: readonly Product[]) =>
    latest(shown.flatMap(({ id }) => changes.get(id) ?? []));
  const listings = await Promise.all(
    (await allListings()).map(async (listing) => ({
      path: categoryAddress(listing.category),
      products: await productsOfListing(listing),
      kind: listing.kind,
    })),
  );
  const own = await allOwnPages();
  const pages: Page[] = [
    ...TEXT_PAGES.map((path) => ({ path })),
    ...own.map((page) => ({
      path: `/${page.slug}`,
      changed: page.lastChange,
      pictures: page.blocks.flatMap((block) => (block.type === 'picture' ? block.picture : [])),
    })),
    ...((await hasJournal())
      ? [{ path: JOURNAL, changed: latest(own.map(({ lastChange }) => lastChange)) }]
      : []),
    { path: '/all-products', products },
    ...listings.filter(({ kind, products: shown }) => kind === 'category' || shown.length > 0),
    ...products.map((product) => ({
      path: productAddress(product),
      products: [product],
      pictures: picturesOf(product.color_variants),
    })),
  ];
  const urls = pages.map(({ path, changed, products: shown = [], pictures = [] }) => {
    return sitemapUrl(absolute(path), changed ?? lastChangeOf(shown), pictures.map(absolute));
  });
  return xmlAnswer([
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
    ...urls,
    '</urlset>',
  ]);
};
