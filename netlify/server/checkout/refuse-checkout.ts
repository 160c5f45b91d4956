import { addressConflict } from '#domain/postal/address-conflict.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import { HttpError } from '../http-error.ts';
import type { OpenCheckout } from './checkout-rows.ts';
import { paymentMessages } from '../messages/payments.ts';

/** Stripe's minimum charge in pounds (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const leastPence = pence(30);
/** Stripe's amounts have at most eight digits. */
const mostPence = pence(99_999_999);

/** The reason that a checkout can never be paid as it is; null if it can. */
export function checkoutRefusal(checkout: OpenCheckout): HttpError | null {
  const { lines, tax_pence, discount_pence, credit, shipping_options, billing, country } = checkout;
  const conflict = billing && addressConflict(billing.address, country);
  if (conflict !== null) return new HttpError(400, { address: [conflict] });
  const goods = lines.reduce(
    (sum, line) => sum + line.unit_pence * line.quantity,
    tax_pence - discount_pence - (credit?.goods_pence ?? 0),
  );
  const deliveries = shipping_options.map(
    ({ amount_pence, credit_pence }) => amount_pence - credit_pence,
  );
  // A gift card may pay all of it: then Stripe charges nothing.
  if (
    deliveries.some(
      (delivery) => goods + delivery < leastPence && (goods + delivery > 0 || !credit),
    )
  ) {
    return new HttpError(400, paymentMessages.tooLittle(formatPounds(leastPence)));
  }
  if (goods + Math.max(...deliveries) > mostPence) {
    return new HttpError(400, paymentMessages.tooMuch(formatPounds(mostPence)));
  }
  return null;
}
