/**
 * Everything the shop stores in a shopper's browser, by name. The privacy policy gives the purpose of
 * each, as a test checks: the Privacy and Electronic Communications Regulations 2003, regulation 6 (2),
 * require clear and comprehensive information about stored data.
 */
export const storedKeys = {
  /** In localStorage, until the shopper deletes it. */
  local: [
    'root',
    'cartItems',
    'subtotal',
    'discount',
    'discountCode',
    'taxRate',
    'shippingCost',
    'billingFormData',
    'billingInfoId',
    'unfinishedPayment',
    'finishedCheckout',
    'clockOffset',
    'recentlyViewed',
    'studioKeysOff',
    'studioCarrier',
    'studioPaper',
    'studioEdits',
    'studioStockTake',
  ],
  /** In sessionStorage, until the tab is closed. */
  session: [
    'cartReference',
    'returnTarget',
    'nextPageToast',
    'cartNews',
    'placedOrder',
    'loginCode',
  ],
  cookies: ['refresh', 'launchUnlocked', 'visitorCountry', 'countsOff'],
} as const;

export type StorageArea = 'local' | 'session';

/** A key the shop may store in an area. */
export type StoredKey<Area extends StorageArea = StorageArea> = (typeof storedKeys)[Area][number];

export type CookieName = (typeof storedKeys)['cookies'][number];
