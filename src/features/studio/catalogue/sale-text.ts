import {
  type FormerPriceVerdict,
  formerPriceVerdict,
  LEAST_DAYS,
} from '#domain/catalogue/former-price-rule.ts';
import { londonText } from '#domain/basics/london-clock.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import type { EditedProduct } from '#domain/contracts/staff-catalogue.ts';

const asDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/London',
});

type Sale = Pick<
  EditedProduct,
  'price_pence' | 'sale_price_pence' | 'sale_from' | 'sale_until' | 'visible_from'
>;

/**
 * Validation error of a typed sale at its field; null if valid.
 * @param now ms since 1970.
 */
export function saleFault(
  { price_pence, sale_price_pence, sale_from, sale_until }: Sale,
  now: number,
): { salePrice: string } | { saleUntil: string } | null {
  const hasTimes = sale_from !== '-infinity' || sale_until !== 'infinity';
  if (sale_price_pence === 0)
    return hasTimes ? { salePrice: 'A sale needs a price: enter one, or clear its times.' } : null;
  if (sale_price_pence >= price_pence)
    return {
      salePrice: `The sale price must be below the price, ${formatPounds(pence(price_pence))}.`,
    };
  if (sale_until === 'infinity') return null;
  if (sale_from !== '-infinity' && Date.parse(sale_until) <= Date.parse(sale_from))
    return { saleUntil: 'The sale ends before it begins.' };
  return Date.parse(sale_until) <= now
    ? { saleUntil: 'The end of the sale is in the past.' }
    : null;
}

/**
 * Whether a product's regular price may be shown as the former price beside a sale price.
 * @param shop current product.
 * @param now ms since 1970.
 */
export function verdictOf(
  shop: EditedProduct,
  sale: Pick<Sale, 'sale_from' | 'sale_until' | 'visible_from'>,
  now: number,
): FormerPriceVerdict {
  return formerPriceVerdict(
    {
      regularSince: shop.regular_since,
      visibleFrom: sale.visible_from,
      reducedSince: shop.reduced_since,
      from: sale.sale_from,
      until: sale.sale_until,
    },
    now,
  );
}

/**
 * The former price that shoppers will see beside a sale price, and the reason, by the rules for former prices
 * (docs/decisions/0037-sale-prices.md); null without a sale.
 * @param shop current product.
 * @param now ms since 1970.
 */
export function formerPriceText(shop: EditedProduct, sale: Sale, now: number): string | null {
  if (sale.sale_price_pence === 0) return null;
  const price = formatPounds(pence(sale.price_pence));
  const alone = 'Shoppers see only the sale price';
  if (sale.price_pence !== shop.price_pence)
    return `${alone}: ${price} is new and has not been charged for ${LEAST_DAYS} days.`;
  const verdict = verdictOf(shop, sale, now);
  if (verdict.may)
    return `Shoppers see ${price} crossed out beside it: it is the price from ${asDay.format(verdict.since)} until the sale begins.`;
  switch (verdict.because) {
    case 'no-end':
      return `${alone}. To show ${price} crossed out beside it, the sale needs an end.`;
    case 'not-charged':
      return `${alone}: it cannot be bought at ${price} now.`;
    case 'too-short':
      return shop.reduced_since === null
        ? `${alone}: ${price} must have been the price for ${LEAST_DAYS} days without a break, which it will have been from ${londonText(verdict.could)}.`
        : `${alone}: before the first reduction ${price} had not been the price for ${LEAST_DAYS} days without a break.`;
    case 'too-long':
      return `${alone}: a sale with ${price} crossed out may last no longer than ${price} was the price before it, here until ${londonText(verdict.latest)}.`;
  }
}
