/** Performance budgets; sizes in kB of 1000 bytes, times in milliseconds. */
export interface Limits {
  script: number;
  markup: number;
  fonts: number;
  lcp: number;
  tbt: number;
  cls: number;
  addToCart?: number;
  nextPage?: number;
}

const everywhere = { fonts: 50, cls: 0.01 };
const clicks = { addToCart: 50, nextPage: 100 };
const ownPages = { ...everywhere, script: 80, markup: 20, lcp: 1200, tbt: 150 };

export const limits = {
  home: { ...everywhere, script: 8, markup: 20, lcp: 1200, tbt: 50, nextPage: 100 },
  listing: { ...everywhere, ...clicks, script: 12, markup: 25, lcp: 1300, tbt: 50 },
  product: { ...everywhere, ...clicks, script: 100, markup: 20, lcp: 1300, tbt: 150 },
  cart: ownPages,
  billing: ownPages,
  login: ownPages,
} satisfies Record<string, Limits>;

export type PageName = keyof typeof limits;

/** Budget in milliseconds for sorting or filtering a catalogue of this size. */
export const listingScale = { products: 1000, budget: 50 };
