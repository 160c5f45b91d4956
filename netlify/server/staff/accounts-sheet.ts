import { z } from 'zod';
import { pence, poundsText } from '#domain/money/money.ts';
import { csvText } from './csv.ts';

const MoneyBack = z.object({ on: z.iso.date(), amount_pence: z.int() });

/** A payment as `payments_for_accounts` returns it. */
export const Accounted = z.object({
  paid_on: z.iso.date(),
  order: z.int().nullable(),
  reference: z.string(),
  status: z.string(),
  /** The order that it replaces free of charge. */
  replaces: z.int().nullable(),
  /** Why it was given away. */
  gift: z.string().nullable(),
  /** The order for whose pieces it was given. */
  exchange_of: z.int().nullable(),
  country: z.string(),
  currency: z.string(),
  goods_pence: z.int(),
  discount_pence: z.int(),
  tax_pence: z.int(),
  tax_basis_points: z.int(),
  included_basis_points: z.int(),
  tax_inside_pence: z.int(),
  tax_refunded_pence: z.int(),
  shipping_pence: z.int(),
  charged_pence: z.int(),
  refunds: z.array(MoneyBack.extend({ state: z.string() })),
  lost_disputes: z.array(MoneyBack),
  stripe_payment: z.string().nullable(),
  /** Cost of the labels of its parcels, not part of the payment. */
  labels_pence: z.int(),
});
export type Accounted = z.infer<typeof Accounted>;

const columns = [
  'Paid on',
  'Order',
  'Reference',
  'Status',
  'Country',
  'Currency',
  'Goods',
  'Discount',
  'Tax',
  'Tax rate (%)',
  'Tax in prices',
  'Delivery',
  'Other',
  'Gross',
  'Refunded',
  'Tax refunded',
  'Refunds',
  'Lost in disputes',
  'Net',
  'Stripe fee',
  'Net after fee',
  'Stripe payment',
  'Labels',
] as const;

/** A number, so that a spreadsheet can add it up; negative with its sign. */
function amount(inPence: number): number {
  return inPence / 100;
}

function sumOf(parts: readonly z.infer<typeof MoneyBack>[]): number {
  return parts.reduce((sum, { amount_pence }) => sum + amount_pence, 0);
}

/** The status of its order, and why it charged nothing. */
function statusOf({ status, replaces, exchange_of, gift }: Accounted): string {
  if (gift !== null) return `${status}, gift: ${gift}`;
  if (replaces !== null) return `${status}, replaces order ${replaces}`;
  return exchange_of === null ? status : `${status}, in exchange for order ${exchange_of}`;
}

/**
 * Payments for the accountant, one to a row, amounts in the payment's currency.
 * @param feeOf Stripe's fee for a payment, in pence; null, shown as an empty cell, if unknown
 */
export function accountsSheet(
  payments: readonly Accounted[],
  feeOf: (payment: Accounted) => number | null,
): string {
  const rows = payments.map((payment) => {
    const { goods_pence, discount_pence, tax_pence, shipping_pence, charged_pence, refunds } =
      payment;
    const refunded = sumOf(refunds);
    const lost = sumOf(payment.lost_disputes);
    const net = charged_pence - refunded - lost;
    const fee = feeOf(payment);
    return {
      'Paid on': payment.paid_on,
      Order: payment.order,
      Reference: payment.reference,
      Status: statusOf(payment),
      Country: payment.country,
      Currency: payment.currency,
      Goods: amount(goods_pence),
      Discount: amount(-discount_pence),
      Tax: amount(tax_pence),
      // Either rate is 0: tax is added to prices or included in them.
      'Tax rate (%)': (payment.tax_basis_points + payment.included_basis_points) / 100,
      // Included in goods and delivery, not to be added.
      'Tax in prices': amount(payment.tax_inside_pence),
      Delivery: amount(shipping_pence),
      // The difference that a person accepted in a review.
      Other: amount(charged_pence - goods_pence + discount_pence - tax_pence - shipping_pence),
      Gross: amount(charged_pence),
      Refunded: amount(refunded),
      'Tax refunded': amount(payment.tax_refunded_pence),
      Refunds: refunds
        .map(({ on, amount_pence, state }) => {
          const under = state === 'succeeded' ? '' : ` (${state.replace('_', ' ')})`;
          return `${on}: ${poundsText(pence(amount_pence))}${under}`;
        })
        .join('; '),
      'Lost in disputes': amount(lost),
      Net: amount(net),
      'Stripe fee': fee === null ? null : amount(fee),
      'Net after fee': fee === null ? null : amount(net - fee),
      'Stripe payment': payment.stripe_payment,
      Labels: amount(payment.labels_pence),
    };
  });
  return csvText(columns, rows, 'person');
}
