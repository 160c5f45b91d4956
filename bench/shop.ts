import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { someProduct, storedShopper } from './shopper-state.ts';

export const pageNames = ['home', 'listing', 'product', 'cart', 'billing', 'login'] as const;
export type PageName = (typeof pageNames)[number];

/** Start page of each walk, by its destination. */
export const walkStarts = { listing: 'home', product: 'listing', cart: 'product' } as const;
export type WalkName = keyof typeof walkStarts;
export const walkNames = ['listing', 'product', 'cart'] as const satisfies readonly WalkName[];

const Walk = z.strictObject({
  /** Selector of the link to the destination. */
  link: z.string(),
  /** Selectors that are all visible once the main content is shown. */
  content: z.array(z.string()).min(1),
  /** Selector that is visible again after Back. */
  back: z.string(),
});

/** A shop to measure: paths of its pages, and selectors. Missing entries are not measured. */
const ShopFile = z.strictObject({
  pages: z.partialRecord(z.enum(pageNames), z.string()),
  walks: z.partialRecord(z.enum(walkNames), Walk).default({}),
  /** Selector of Add to Cart, by page. */
  adds: z.partialRecord(z.enum(pageNames), z.string()).default({}),
  /** Selector of the listing's link to a product in stock; by default that of the walk. */
  bought: z.string().optional(),
  /** Selector of the cart count, which is empty or hidden when the cart is empty. */
  count: z.string().optional(),
  /** Script that fills the cart, run before the pages that show it. */
  state: z.string().default(''),
});

export interface Shop extends z.infer<typeof ShopFile> {
  origin: string;
}

/** Reads the description of a shop at another address. @throws ZodError */
export function readShop(origin: string, file: string): Shop {
  return { origin, ...ShopFile.parse(JSON.parse(readFileSync(file, 'utf8'))) };
}

/** This shop, at any address. */
export async function ownShop(origin: string): Promise<Shop> {
  const { product } = await someProduct(origin);
  const card = '[data-cards] > li:nth-child(3) a';
  const shopNow = 'main a.button[href="/all-products"]';
  const name = '.product-picker h1';
  const add = 'button[data-add]:not(:disabled)';
  return {
    origin,
    pages: {
      home: '/',
      listing: '/all-products',
      product: `/product-details/${product.id}`,
      cart: '/cart',
      billing: '/billing',
      login: '/login',
    },
    walks: {
      listing: { link: shopNow, content: ['main h1', '[data-cards] > li a'], back: shopNow },
      product: { link: card, content: [name], back: card },
      cart: { link: 'header [data-cart]', content: ['main [data-line-name]'], back: name },
    },
    adds: { listing: `[data-cards] ${add}`, product: `.product-picker ${add}` },
    bought: '[data-cards] > li:has([data-add]:not(:disabled)) a',
    count: '[data-cart-count]',
    state: await storedShopper(origin),
  };
}

/** One page at an address, to measure as a page of a shop. */
export function pageAt(origin: string, page: PageName, path: string): Shop {
  return { origin, pages: { [page]: path }, walks: {}, adds: {}, state: '' };
}

/** Script that sets the stored state of a shopper with a cart, for pages that need it. */
export function stateFor({ state }: Shop, page: PageName): string {
  return page === 'cart' || page === 'billing' ? state : '';
}
