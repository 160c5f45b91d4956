const dayMs = 86_400_000;

/** How long everybody must have paid a price before it may be shown as the former one, in days. */
const LEAST_DAYS = 28;

/** What is known of a product's price, and of a sale that is planned. Moments are ISO 8601. */
export interface PlannedSale {
  /** Since when everybody has paid the regular price without a break; null while nobody can. */
  regularSince: string | null;
  /** When the product opens; null is at once. Nobody pays before. */
  visibleFrom: string | null;
  /** Since when it has been reduced; null while it is not. */
  reducedSince: string | null;
  /** '-infinity' is at once. */
  from: string;
  /** 'infinity' is until further notice. */
  until: string;
}

export type FormerPriceVerdict =
  /** It may be shown. */
  | { may: true; since: number }
  | { may: false; because: 'no-end' | 'not-charged' }
  /** From `could` on, a sale may show it. */
  | { may: false; because: 'too-short'; since: number; could: number }
  /** A sale until `latest` may show it. */
  | { may: false; because: 'too-long'; since: number; latest: number };

/**
 * Whether the regular price may be shown beside a sale's as the former one, as the database will decide
 * (`regular_price_was_charged`, docs/decisions/0037-sale-prices.md), if nothing else changes until then.
 * @param now the moment at which the sale is put in, in milliseconds since 1970.
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
