import { formatPounds, pence } from '#domain/money/money.ts';
import type { ListedProduct } from '#domain/contracts/staff-catalogue.ts';
import { formerPriceText, verdictOf } from '../catalogue/sale-text.ts';

/** A sale of several products, as typed. Times are ISO 8601; null for on publication, and for until further notice. */
export interface BulkSale {
  percent: number;
  from: string | null;
  until: string | null;
}

/** More lines would not fit into the dialog. */
const MAX_LINES = 5;

/** A sale price in pence, a percentage below the price. */
export function reduced(pricePence: number, percent: number): number {
  return Math.max(1, Math.round((pricePence * (100 - percent)) / 100));
}

/** Milliseconds since 1970 of a sale's start or end. */
function momentOf(time: string): number {
  if (time.endsWith('infinity')) return time.startsWith('-') ? -Infinity : Infinity;
  return Date.parse(time);
}

/**
 * The products with a running or planned sale, beside which this one is dearer at some time: it has a higher price, or
 * begins later or ends earlier.
 * @param now ms since 1970.
 */
export function dearerFor(
  products: readonly ListedProduct[],
  { percent, from, until }: BulkSale,
  now: number,
): ListedProduct[] {
  return products.filter(({ price_pence, sale_price_pence, sale_from, sale_until }) => {
    const ends = momentOf(sale_until);
    if (sale_price_pence === 0 || ends <= now) return false;
    const begins = Math.max(momentOf(sale_from), now);
    return (
      reduced(price_pence, percent) > sale_price_pence ||
      Math.max(momentOf(from ?? '-infinity'), now) > begins ||
      momentOf(until ?? 'infinity') < ends
    );
  });
}

function listed(lines: readonly string[]): string[] {
  const more = lines.length - MAX_LINES;
  return more > 1 ? [...lines.slice(0, MAX_LINES), `and ${more} more`] : [...lines];
}

/** A line for each product whose sale would be replaced by a dearer one: "Cap: £39.00 → £40.80". */
export function dearerLines(dearer: readonly ListedProduct[], percent: number): string[] {
  return listed(
    dearer.map(({ name, price_pence, sale_price_pence }) => {
      const [was, now] = [sale_price_pence, reduced(price_pence, percent)].map((price) =>
        formatPounds(pence(price)),
      );
      return was === now ? `${name}: ${was}, at other times` : `${name}: ${was} → ${now}`;
    }),
  );
}

/**
 * Whether the former prices will be crossed out beside the sale's.
 * @param now ms since 1970.
 * @returns a sentence, and a line for each product without one.
 */
export function formerPrices(
  products: readonly ListedProduct[],
  { percent, from, until }: BulkSale,
  now: number,
): { text: string; lines: string[] } {
  if (until === null) {
    const text =
      'Shoppers see only the sale prices. To show the former ones crossed out, the sale needs an end.';
    return { text, lines: [] };
  }
  const times = { sale_from: from ?? '-infinity', sale_until: until };
  const without = products.filter(
    (one) => !verdictOf(one, { ...times, visible_from: one.visible_from }, now).may,
  );
  const lines = without.map((one) => {
    const { price_pence, visible_from } = one;
    const sale_price_pence = reduced(price_pence, percent);
    return `${one.name}: ${formerPriceText(one, { ...times, price_pence, sale_price_pence, visible_from }, now)}`;
  });
  const shown = products.length - without.length;
  return {
    text:
      without.length === 0
        ? 'Shoppers see the former price crossed out beside each.'
        : `Shoppers see the former price crossed out beside ${shown} of ${products.length}.`,
    lines: listed(lines),
  };
}
