/** Budget of a page, in bytes after gzip -9. */
export interface PageBudget {
  path: string;
  /** All scripts until the network is idle, including deferred ones and those for the next page. */
  script: number;
  /** Its HTML and style sheets. */
  markup: number;
}

/** Budgets by kind of page. `npm test` fails above them, and the bench prints them as limits. */
export const pageBudgets = {
  // Includes the code that shows the next page in place, and what products and the cart need there: 200 bytes
  // limit the layout on Back to what was in view, 100 keep compilation and focus out of a tap, 300 handle a
  // tap before `click`.
  home: { path: '/', script: 18_600, markup: 20_000 },
  // Includes prices with tax, and labels that wait for the stock.
  listing: { path: '/all-products', script: 24_000, markup: 25_000 },
  category: { path: '/productListing/1', script: 24_000, markup: 25_000 },
  // Includes React, which is fetched when idle; this product's pictures are a carousel.
  product: { path: '/product-details/14', script: 100_000, markup: 22_000 },
  // 400 bytes are bundler helpers, in a separate file because of the studio's libraries; 300 show prices with
  // the country's tax, or the tax included in them.
  billing: { path: '/billing', script: 80_800, markup: 20_000 },
  cart: { path: '/cart', script: 80_800, markup: 20_000 },
  login: { path: '/login', script: 80_000, markup: 20_000 },
} as const satisfies Record<string, PageBudget>;

/** Budget of the style sheet for pages shown in place, which is loaded when the browser is idle, in bytes. */
export const laterSheetBudget = 2_700;

/** Budget of a page's fonts, in bytes. */
export const fontBudget = 30_000;
