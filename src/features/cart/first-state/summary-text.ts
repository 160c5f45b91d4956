import type { Taxes } from '#api/tax.ts';
import { subtotalOf } from '#domain/cart/cart.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import { discountText, formatPounds, pence } from '#domain/money/money.ts';
import type { Pence } from '#domain/money/money.ts';
import { insideText } from '#domain/money/shown-price.ts';
import { taxInside, taxOn, totalWithTax } from '#domain/money/tax.ts';

/** The facts behind the summary's amounts. */
export interface Sums {
  items: readonly CartItem[];
  /** `null` while loading. */
  taxes: Taxes | null;
  /** Tax that the page's prices lack, in per cent. */
  pageTax: number;
  /** The discount; null without one. */
  off: Pence | null;
  /** The money on a gift card. */
  card?: Pence | undefined;
}

/** The part of a total that a gift card pays, and the rest. */
function cardRows(card: Pence, total: Pence) {
  const paid = Math.min(card, total);
  return [
    ['Gift card', formatPounds(pence(-paid))],
    ['To pay', formatPounds(pence(total - paid))],
  ] as const;
}

/** The summary's rows, the total last, and what the total includes (`''` if nothing). */
export function summaryText({ items, taxes, pageTax, off, card }: Sums) {
  const subtotal = subtotalOf(items);
  const goods = pence(subtotal - (off ?? 0));
  const inside = taxes?.inside ?? 0;
  // Until they load, follow the page's prices: a row that comes and goes would move the button.
  const isAdded = taxes === null ? pageTax > 0 : inside === 0;
  const tax = taxes === null ? '…' : formatPounds(taxOn(goods, taxes.tax));
  const due = taxes && totalWithTax(goods, taxes.tax);
  const total = due === null ? '…' : formatPounds(due);
  const included = insideText(taxInside(goods, inside), inside);
  const rows: (readonly [label: string, amount: string])[] = [
    ['Subtotal', formatPounds(subtotal)],
    ...(off === null || card ? [] : [['Discount', discountText(off)] as const]),
    ...(isAdded ? [['Estimated Tax', tax] as const] : []),
    ['Estimated Total', total],
    ...(card && due !== null ? cardRows(card, due) : []),
  ];
  return { rows, included: included && `The total ${included}.` };
}
