import { fontBudget, laterSheetBudget, pageBudgets } from '#harness/page-budgets.ts';
import { isSwappedPage } from '#domain/swapped-page.ts';
import type { DeviceName } from './conditions.ts';
import type { PageName, WalkName } from './shop.ts';

/** Performance budgets of a page; sizes in kB of 1000 bytes, times in milliseconds. */
export interface PageLimits {
  script: number;
  markup: number;
  fonts: number;
  firstPaint?: number;
  lcp: number;
  tbt: number;
  cls: number;
  /** CPU time of the main thread: 10 % above the figure measured on 2 cores in November 2026. */
  cpu: number;
  repeatPaint: number;
  addToCart?: number;
}

/** Budgets enforced by `npm test`, and limits common to all pages. */
function common(page: PageName) {
  const { path, script, markup } = pageBudgets[page];
  const laterSheet = isSwappedPage(path) ? laterSheetBudget : 0;
  return {
    script: script / 1000,
    markup: (markup + laterSheet) / 1000,
    fonts: fontBudget / 1000,
    tbt: 10,
    cls: 0.001,
    repeatPaint: 250,
  };
}

export const pageLimits: Record<PageName, PageLimits> = {
  home: { ...common('home'), firstPaint: 320, lcp: 370, cpu: 70 },
  listing: { ...common('listing'), firstPaint: 340, lcp: 480, cpu: 115, addToCart: 50 },
  product: { ...common('product'), firstPaint: 350, lcp: 500, cpu: 100, addToCart: 50 },
  cart: { ...common('cart'), firstPaint: 300, lcp: 420, cpu: 95 },
  billing: { ...common('billing'), lcp: 1200, cpu: 95 },
  login: { ...common('login'), lcp: 1200, cpu: 80 },
};

/** Milliseconds from a press until the next or the previous page is shown. */
export interface WalkLimits {
  content: number;
  picture?: number;
  back?: number;
}

export const walkLimits: Record<DeviceName, Record<WalkName, WalkLimits>> = {
  phone: {
    listing: { content: 60, picture: 60, back: 50 },
    product: { content: 80, picture: 80, back: 50 },
    cart: { content: 80, back: 50 },
  },
  desk: {
    listing: { content: 50 },
    product: { content: 50 },
    cart: { content: 60 },
  },
};

/** Milliseconds for sorting or filtering a listing. */
export const listingLimits = { sort: 80, filter: 80 };

/** Milliseconds of a studio API call with 10,000 orders: half the limit from a press to the list shown. */
export const staffLimits = { p95: 50 };

/** Milliseconds from a press in the studio to its result painted, with 10,000 orders. */
export const studioLimits = { shown: 100 };
