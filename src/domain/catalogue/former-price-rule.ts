const dayMs = 86_400_000;

/**
 * Days for which everyone must have paid a price before it may be shown as the former price. In the EU that is the
 * lowest of the last 30 days (Directive 98/6/EC, article 6a); the United Kingdom's rule is less strict.
 */
export const LEAST_DAYS = 30;

/** A product's price history and a planned sale. Moments are ISO 8601. */
export interface PlannedSale {
  /**
   * Start of the unbroken period in which everyone has paid the regular price; null while the product
   * cannot be bought.
   */
  regularSince: string | null;
  /** When the product becomes available (nobody can pay before); null means immediately. */
  visibleFrom: string | null;
  /** Start of the current reduction; null if not reduced. */
  reducedSince: string | null;
  /** '-infinity' means immediately. */
  from: string;
  /** 'infinity' means until further notice. */
  until: string;
}

export type FormerPriceVerdict =
  /** The former price may be shown. */
  | { may: true; since: number }
  | { may: false; because: 'no-end' | 'not-charged' }
  /** Sales from `could` on may show it. */
  | { may: false; because: 'too-short'; since: number; could: number }
  /** Sales until `latest` may show it. */
  | { may: false; because: 'too-long'; since: number; latest: number };

/**
 * Whether the regular price may be shown beside a sale price as the former price, as the database will
 * decide (`regular_price_was_charged`, docs/decisions/0037-sale-prices.md) if nothing else changes until
 * then.
 * @param now the moment the sale is entered, in milliseconds since 1970.
 */
export function formerPriceVerdict(
  { regularSince, visibleFrom, reducedSince, from, until }: PlannedSale,
  now: number,
): FormerPriceVerdict {
  if (until === 'infinity') return { may: false, because: 'no-end' };
  if (regularSince === null) return { may: false, because: 'not-charged' };
  const since = Math.max(Date.parse(regularSince), Date.parse(visibleFrom ?? regularSince));
  const begins = from === '-infinity' ? now : Math.max(now, Date.parse(from));
  const reduced = reducedSince === null ? begins : Date.parse(reducedSince);
  const charged = reduced - since;
  if (charged < LEAST_DAYS * dayMs)
    return { may: false, because: 'too-short', since, could: since + LEAST_DAYS * dayMs };
  const latest = reduced + charged;
  return Date.parse(until) <= latest
    ? { may: true, since }
    : { may: false, because: 'too-long', since, latest };
}
