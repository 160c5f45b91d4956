/**
 * The words and sums of a price, wherever one is shown (docs/decisions/0039-tax-display.md). A price is that of the
 * catalogue; `tax` is what the shop adds to it for a buyer in the United Kingdom, in per cent, and 0 where prices
 * include it.
 */
import { formatPounds, poundsText } from './money.ts';
import type { Pence } from './money.ts';
import { taxOn, totalWithTax } from './tax.ts';

/** What stands beside a price to which tax is added: "£47.70 with tax". Empty where none is. */
export function withTaxText(price: Pence, tax: number): string {
  return taxOn(price, tax) === 0 ? '' : `${formatPounds(totalWithTax(price, tax))} with tax`;
}

/** A price in running text: "£45.00 (£47.70 with tax)", or "£45.00" where no tax is added. */
export function priceText(price: Pence, tax: number): string {
  const withTax = withTaxText(price, tax);
  return withTax === '' ? formatPounds(price) : `${formatPounds(price)} (${withTax})`;
}

/**
 * What tax is in an amount: "includes £7.50 tax (20%)". Empty where there is none.
 * @param percent the rate that the tax was calculated at.
 */
export function insideText(tax: Pence, percent: number): string {
  return tax === 0 ? '' : `includes ${formatPounds(tax)} tax (${percent}%)`;
}

/** What a buyer pays for one unit, for machines that know one price only: "47.70". */
export function finalPriceText(price: Pence, tax: number): string {
  return poundsText(totalWithTax(price, tax));
}
