/** The most that a page may load, in bytes of gzip -9. */
export interface PageBudget {
  path: string;
  /** All scripts until nothing more is requested, those for later and for the next page included. */
  script: number;
  /** Its HTML and style sheets. */
  markup: number;
}

/** What each kind of page may load: `npm test` fails beyond that, and the bench prints it as its limit. */
export const pageBudgets = {
  // With the code that shows the next page in place, and what a product or the cart needs to run there. 200 bytes have
  // Back lay out only what was in view, 100 spare a touch the compiling and the focus, 300 answer a tap before `click`.
  home: { path: '/', script: 18_600, markup: 20_000 },
  // With what each price comes to with tax, and labels that wait for the stock.
  listing: { path: '/all-products', script: 24_000, markup: 25_000 },
  category: { path: '/productListing/1', script: 24_000, markup: 25_000 },
  // With React, which is fetched when nothing else is to be done; this one's pictures are a carousel.
  product: { path: '/product-details/14', script: 100_000, markup: 22_000 },
  // 400 bytes of these are the bundler's helpers in a file of their own, since the studio's libraries are there; 300 say
  // what prices come to with the tax of the country, or what tax is in them.
  billing: { path: '/billing', script: 80_800, markup: 20_000 },
  cart: { path: '/cart', script: 80_800, markup: 20_000 },
  login: { path: '/login', script: 80_000, markup: 20_000 },
} as const satisfies Record<string, PageBudget>;

/** The most bytes of the sheet for pages that are shown in place, which is loaded when the browser is idle. */
export const laterSheetBudget = 2_700;

/** The most bytes that the fonts of a page may have. */
export const fontBudget = 30_000;
