import { fontBudget, laterSheetBudget, pageBudgets } from '#harness/page-budgets.ts';
import { isSwappedPage } from '#domain/browsing/swapped-page.ts';
import type { DeviceName } from './conditions.ts';
import type { PageName, WalkName } from './shop.ts';

/** Performance budgets of a page; sizes in kB of 1000 bytes, times in milliseconds. */
export interface PageLimits {
  script: number;
  markup: number;
  fonts: number;
  tbt: number;
  cls: number;
  lateCls: number;
  /** Bytes sent without images, parts of the next pages included, before the shopper does anything. */
  sentWithoutImages: number;
  addToCart?: number;
  ofPlain: PlainLimits;
}

/**
 * Limits that hold on any machine: multiples of the same page without scripts (plain-copy.ts), measured in
 * turns. 10 % above what was measured in November 2026.
 */
export interface PlainLimits {
  firstPaint: number;
  lcp: number;
  repeatPaint: number;
  /** CPU time of the main thread. */
  cpu: number;
  /** On a phone half as fast. */
  slowFirstPaint: number;
  slowLcp: number;
}

/** Estimates for a page on half the speed: differences grow with the times. */
const SLOW = { slowFirstPaint: 1.2, slowLcp: 1.2 };

const PLAIN: Record<PageName, PlainLimits> = {
  home: { firstPaint: 1.1, lcp: 1.1, repeatPaint: 1.1, cpu: 1.6, ...SLOW },
  listing: { firstPaint: 1.1, lcp: 1.1, repeatPaint: 1.1, cpu: 1.7, ...SLOW },
  product: { firstPaint: 1.1, lcp: 1.1, repeatPaint: 1.1, cpu: 1.75, ...SLOW },
  cart: { firstPaint: 1.1, lcp: 1.1, repeatPaint: 1.1, cpu: 2.3, ...SLOW },
  billing: { firstPaint: 1.1, lcp: 1.1, repeatPaint: 1.1, cpu: 1.8, ...SLOW },
  // The copy, from the browser's cache, has its fonts before the first layout.
  login: { firstPaint: 1.1, lcp: 1.1, repeatPaint: 1.2, cpu: 1.85, ...SLOW },
};

/** Budgets enforced by `npm test`, and limits common to all pages. */
function common(page: PageName) {
  const { path, script, markup, sent } = pageBudgets[page];
  const laterSheet = isSwappedPage(path) ? laterSheetBudget : 0;
  return {
    script: script / 1000,
    markup: (markup + laterSheet) / 1000,
    fonts: fontBudget / 1000,
    sentWithoutImages: sent / 1000,
    tbt: 10,
    cls: 0.001,
    lateCls: 0.01,
  };
}

export const pageLimits: Record<PageName, PageLimits> = {
  home: { ...common('home'), ofPlain: PLAIN.home },
  listing: {
    ...common('listing'),
    addToCart: 50,
    ofPlain: PLAIN.listing,
  },
  product: {
    ...common('product'),
    addToCart: 50,
    ofPlain: PLAIN.product,
  },
  cart: { ...common('cart'), ofPlain: PLAIN.cart },
  billing: { ...common('billing'), ofPlain: PLAIN.billing },
  login: { ...common('login'), ofPlain: PLAIN.login },
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

/** kB of 1000 bytes sent in a whole visit, without images. */
export const visitLimits = { sent: 190 };

/** Milliseconds for sorting or filtering a listing. */
export const listingLimits = { sort: 80, filter: 80 };

/** Milliseconds of a studio API call with 10,000 orders: half the limit from a press to the list shown. */
export const staffLimits = { p95: 50 };

/** Milliseconds from a press in the studio to its result painted, with 10,000 orders. */
export const studioLimits = { shown: 100 };
