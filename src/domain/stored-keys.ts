/**
 * Everything that the shop keeps in a shopper's browser, by its name. The privacy policy says of each
 * what it is for, which a test compares: the Privacy and Electronic Communications Regulations 2003,
 * regulation 6 (2), want clear and comprehensive information about whatever is stored.
 */
export const storedKeys = {
  /** In localStorage, until the shopper deletes it. */
  local: [
    'root',
    'cartItems',
    'subtotal',
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
    'studioMailings',
  ],
  /** In sessionStorage, until the tab is closed. */
  session: [
    'cartReference',
    'returnTarget',
    'nextPageToast',
    'cartNews',
    'placedOrder',
    'studioProduct',
  ],
  cookies: ['refresh', 'launchUnlocked', 'visitorCountry'],
} as const;

export type StorageArea = 'local' | 'session';

/** A name under which the shop may store something in an area. */
export type StoredKey<Area extends StorageArea = StorageArea> = (typeof storedKeys)[Area][number];

export type CookieName = (typeof storedKeys)['cookies'][number];
