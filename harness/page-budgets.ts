/** Budget of a page, in bytes after gzip -9. */
export interface PageBudget {
  path: string;
  /** All scripts until the network is idle, including deferred ones, before the shopper does anything. */
  script: number;
  /** All scripts once the shopper has done something, if more are fetched then. */
  usedScript?: number;
  /** HTML and style sheets. */
  markup: number;
  /**
   * Everything but pictures until the network is idle, before the shopper does anything, as Netlify's CDN sends it:
   * with fonts, answers of the API, and parts of the next pages.
   */
  sent: number;
}

/**
 * Budgets by kind of page. `npm test` fails above them, and the bench prints them as limits. Each includes at most 300
 * bytes of script that count visits.
 */
export const pageBudgets = {
  // Includes the code that shows the next page in place: 100 bytes keep compilation and focus out of a tap, 300 handle
  // a tap before `click`, 300 wait for the shopper to do something.
  home: { path: '/', script: 12_800, usedScript: 18_900, markup: 20_000, sent: 52_850 },
  // Includes prices with tax, and labels that wait for the stock.
  listing: {
    path: '/all-products',
    script: 17_700,
    usedScript: 24_200,
    markup: 25_000,
    sent: 67_850,
  },
  category: {
    path: '/productListing/1',
    script: 17_700,
    usedScript: 24_200,
    markup: 25_000,
    sent: 67_850,
  },
  // Without React, the carousel and the bar on phones, which are fetched once the shopper does something.
  product: {
    path: '/product-details/14',
    script: 18_200,
    usedScript: 100_000,
    markup: 22_030,
    sent: 60_000,
  },
  // 400 bytes are bundler helpers, in a separate file because of the studio's libraries; 300 show prices with
  // the country's tax, or the tax included in them.
  // 150 know a guest from an account, and report errors that React keeps from the window.
  // 500 show delivery, duties and taxes of the chosen country, 150 a field's error when it is left.
  // 250 show a discount.
  billing: { path: '/billing', script: 82_150, markup: 20_000, sent: 111_100 },
  // Without React, which is fetched once the shopper does something. 2,000 enter, check and show a discount code.
  cart: { path: '/cart', script: 11_500, usedScript: 85_000, markup: 20_000, sent: 50_200 },
  // 300 offer a guest's checkout, 300 a login by code, whose form is loaded when asked for.
  login: { path: '/login', script: 80_850, markup: 20_000, sent: 110_900 },
} as const satisfies Record<string, PageBudget>;

/** Budget of the style sheet for pages shown in place, which is loaded when the browser is idle, in bytes. */
export const laterSheetBudget = 2_700;

/** Budget of a page's fonts, in bytes. */
export const fontBudget = 24_500;
