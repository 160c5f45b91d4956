import { z } from 'zod';
import { DRAWN_TWICE } from '#domain/draws/drawn-twice.ts';
import { formatPounds, pence, sumPence } from '#domain/money/money.ts';
import { cardRefundTexts } from '#domain/orders/payment-words.ts';
import { dayText } from '#domain/orders/order-promise.ts';
import { orderDate } from '#domain/orders/order.ts';
import type { Notice } from './notice.ts';
import { momentText, unitRows, unitsSection } from './order-words.ts';
import { amount, CardRefunds, Units, worded } from './owed-mail.ts';

/** A payment without an order. */
const Payment = z.object({
  email: z.string(),
  reference: z.string(),
  asked_at: z.string(),
  amount_pence: amount,
  items: Units,
});
type Payment = z.infer<typeof Payment>;

/** Includes the day by which the money is back, as an ISO date, and the parts paid back outside Stripe and to gift cards. */
const RefundedPayment = Payment.extend({
  refund_by: z.string(),
  outside_pence: amount,
  cards: CardRefunds,
});
type RefundedPayment = z.infer<typeof RefundedPayment>;

function referenceOf({ reference }: Payment): string {
  return `Reference: ${reference}. If you have a question, answer this e-mail.`;
}

/** The route and the day by which the money goes back. */
function wayBack({ amount_pence, outside_pence, cards, refund_by }: RefundedPayment): string {
  const byStripe = `goes back to the card or account you paid with, by ${dayText(refund_by)}.`;
  const rest = pence(
    amount_pence - outside_pence - sumPence(cards.map((card) => card.amount_pence)),
  );
  if (rest === amount_pence) return `All of the ${formatPounds(amount_pence)} ${byStripe}`;
  return [
    ...(rest > 0 ? [`${formatPounds(rest)} ${byStripe}`] : []),
    ...cardRefundTexts(cards),
    ...(outside_pence > 0
      ? [
          `We have paid ${formatPounds(outside_pence)} back to you in another way than by the card or account you paid with. If it has not arrived, answer this e-mail.`,
        ]
      : []),
  ].join(' ');
}

function refundNotice(payment: RefundedPayment, why: string): Notice {
  const paid = formatPounds(payment.amount_pence);
  const day = orderDate(new Date(payment.asked_at).toISOString());
  return {
    subject: `Your payment of ${paid} has been refunded`,
    heading: 'Your payment has been refunded.',
    before: [`On ${day} you paid ${paid} for:`],
    items: unitRows(payment.items),
    after: [why, wayBack(payment)],
    notes: [referenceOf(payment)],
  };
}

function failedNotice(payment: Payment, shop: string): Notice {
  const due = formatPounds(payment.amount_pence);
  return {
    subject: 'Your payment did not go through',
    heading: 'Your payment did not go through.',
    before: [`Your bank did not make the payment for these things, ${due} before delivery:`],
    items: unitRows(payment.items),
    after: [
      'Nothing was charged and no order was placed. Your things are free again: if you still want them, please order them once more.',
    ],
    button: { label: 'Go to the cart', href: `${shop}/cart` },
    notes: [referenceOf(payment)],
  };
}

/** A link to a payment page. */
const PaymentLink = Payment.extend({
  /** Null once it is paid or has lapsed. */
  url: z.string().nullable(),
  expires_at: z.string(),
  /** The order to which the pieces are added. */
  added_to: z.int().nullable(),
  /** Pieces of that order that leave it for these. */
  replaced: Units,
  /** Code of the return that brings those back; null if they have not left. */
  code: z.string().nullable(),
});

function linkNotice(link: z.infer<typeof PaymentLink>, shop: string): Notice {
  const { added_to, url, expires_at, amount_pence, items, replaced, code } = link;
  const due = formatPounds(amount_pence);
  const until = momentText(expires_at);
  return {
    subject:
      added_to === null
        ? 'Please pay for your order'
        : `Please pay for the ${code === null ? 'change' : 'exchange'} of order ${added_to}`,
    heading:
      added_to === null
        ? 'Your order, as agreed.'
        : `Pay to have your order ${code === null ? 'changed' : 'exchanged'}, as agreed.`,
    before: [
      added_to === null
        ? 'You ordered:'
        : code === null
          ? `Once it is paid, this comes to order ${added_to}:`
          : `Once it is paid, you get this for the goods that come back as return ${code}:`,
    ],
    items: unitRows(items),
    ...(replaced.length > 0 && { sections: unitsSection('Instead of', replaced, []) }),
    after:
      url === null
        ? ['It is paid, or the time for it is over. If you still want to pay, answer this e-mail.']
        : [
            added_to === null
              ? `It costs ${due} before delivery, which you choose on the payment page.`
              : `${replaced.length > 0 ? 'The difference is' : 'It costs'} ${due}. Delivery is paid already${code === null ? ', and the order waits for your payment' : ''}.`,
            `We keep everything for you until ${until}. After that the link no longer works, and ${added_to === null ? 'nothing is ordered' : code === null ? 'the order leaves as it was' : 'your return is refunded instead'}.`,
          ],
    button: url === null ? { label: 'Go to the shop', href: shop } : { label: 'Pay', href: url },
    notes: [
      'You pay on the page of Stripe, our payment provider. Your right to cancel and our terms are in the confirmation that follows.',
      referenceOf(link),
    ],
  };
}

/** E-mails about payments without an order. */
export const paymentMails = {
  sold_out_refund: worded(RefundedPayment, (payment) =>
    refundNotice(
      payment,
      'Sorry: it sold out before your payment arrived, so no order was placed.',
    ),
  ),
  drawn_twice_refund: worded(RefundedPayment, (payment) => refundNotice(payment, DRAWN_TWICE)),
  refund: worded(RefundedPayment, (payment) =>
    refundNotice(payment, 'We could not place an order for this payment.'),
  ),
  payment_failed: worded(Payment, failedNotice),
  payment_link: worded(PaymentLink, linkNotice),
};
