/**
 * Price texts and sums, wherever a price is shown (docs/decisions/0004-prices.md). A price is the
 * catalogue's; `tax` is the per cent the shop adds to it for a buyer in the United Kingdom, and 0 if
 * prices include it.
 */
import { formatPounds, poundsText } from './money.ts';
import type { Pence } from './money.ts';
import { taxOn, totalWithTax } from './tax.ts';

/** The text beside a price to which tax is added: "£47.70 with tax". Empty if none is added. */
export function withTaxText(price: Pence, tax: number): string {
  return taxOn(price, tax) === 0 ? '' : `${formatPounds(totalWithTax(price, tax))} with tax`;
}

/** A price in running text: "£45.00 (£47.70 with tax)", or "£45.00" if no tax is added. */
export function priceText(price: Pence, tax: number): string {
  const withTax = withTaxText(price, tax);
  return withTax === '' ? formatPounds(price) : `${formatPounds(price)} (${withTax})`;
}

/**
 * The tax in an amount: "includes £7.50 tax (20%)". Empty if there is none.
 * @param percent the rate the tax was calculated at.
 */
export function insideText(tax: Pence, percent: number): string {
  return tax === 0 ? '' : `includes ${formatPounds(tax)} tax (${percent}%)`;
}

/** The final unit price, for programs that accept only one: "47.70". */
export function finalPriceText(price: Pence, tax: number): string {
  return poundsText(totalWithTax(price, tax));
}
