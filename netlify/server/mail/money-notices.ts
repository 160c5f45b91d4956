import { z } from 'zod';
import { actors, paymentMethods } from '#domain/enums.ts';
import { formatPounds, pence, sumPence } from '#domain/money/money.ts';
import { dayText } from '#domain/orders/order-promise.ts';
import { cardRefundTexts, goesBackTexts, paidTexts } from '#domain/orders/payment-words.ts';
import { refundPurposes } from '#domain/orders/refund-purposes.ts';
import { insideText } from '#domain/money/shown-price.ts';
import { taxInside } from '#domain/money/tax.ts';
import type { Notice, Row } from './notice.ts';
import {
  declarationText,
  momentText,
  orderName,
  seeOrder,
  unitsSection,
  withdrawLinks,
} from './order-words.ts';
import { orderLink } from './order-link.ts';
import { amount, CardRefunds, MailedOrder, Units, worded } from './owed-mail.ts';

/** Goods of an order that will not be sent. */
const MailedCancellation = MailedOrder.extend({
  actor: z.enum(actors),
  /** `withdrawal`: the shopper withdrew from the contract before anything had left. */
  reason: z.string().nullable(),
  /** The name under which the shopper withdrew. */
  declared_by: z.string().nullable(),
  at: z.string(),
  /** When it is cancelled, unless the owner undoes the withdrawal; null if it already is. */
  cancels_at: z.string().nullable(),
  items: Units,
  /** Whether all of the order is cancelled. */
  whole: z.boolean(),
  to_come: Units,
  /** Refund for them; null without one. */
  amount_pence: amount.nullable(),
  /** How the order was paid; null without a refund. */
  method: z.enum(paymentMethods).nullable(),
  refund_by: z.string(),
});
type MailedCancellation = z.infer<typeof MailedCancellation>;

/** A refund of an order. */
const MailedRefund = MailedOrder.extend({
  amount_pence: amount,
  cards: CardRefunds,
  /** The tax included in the order's prices, in basis points; 0 where it was added to them. */
  included_basis_points: z.int(),
  /** Whether Stripe asks the shopper for bank details. */
  waits_for_shopper: z.boolean(),
  /** Null for a refund made at Stripe's dashboard. */
  parts: z
    .object({ goods: amount, tax: amount, shipping: amount, goodwill: amount, deduction: amount })
    .nullable(),
  /** Why its goods were worth less; null without a deduction. */
  deduction_reason: z.string().nullable(),
  /** How staff paid it themselves; null for one by Stripe. */
  handed_over: z.enum(paymentMethods).nullable(),
  reason: z.string().nullable(),
  return_code: z.string().nullable(),
  items: Units,
  refund_by: z.string(),
});
type MailedRefund = z.infer<typeof MailedRefund>;

/** Shown reasons for a cancellation, by the reason that staff chose; other reasons stay internal. */
const whyCancelled: Readonly<Record<string, string>> = {
  sold_out: 'Sorry: we have none left.',
  damaged: 'Sorry: it was damaged before it could leave.',
  address: 'We cannot deliver to the address that you gave.',
  not_returned:
    'They were to replace items that have not come back to us, or that we could not accept.',
};

function whatHappened(cancelled: MailedCancellation): string[] {
  const items = `items from ${orderName(cancelled)} will not be sent.`;
  if (cancelled.actor === 'shopper' || cancelled.reason === 'shopper') {
    return [`As you asked, these ${items}`];
  }
  const why = cancelled.reason === null ? undefined : whyCancelled[cancelled.reason];
  return [`These ${items}`, ...(why === undefined ? [] : [why])];
}

function moneyBack({ amount_pence, method, refund_by }: MailedCancellation): string[] {
  return amount_pence === null
    ? []
    : [
        `${formatPounds(amount_pence)} ${goesBackTexts[method ?? 'stripe']}, by ${dayText(refund_by)}. We will write again when it has left.`,
      ];
}

/** The receipt of a withdrawal by number and address, which others may know: the owner can undo it. */
function delayedNotice(cancelled: MailedCancellation, until: string, shop: string): Notice {
  const { order, checkout, declared_by, at, items } = cancelled;
  return {
    subject: `Receipt of your withdrawal from order ${order}`,
    heading: 'You have withdrawn from the contract.',
    before: [
      declarationText(cancelled, declared_by, at),
      `The person who sent it knew the order’s number and your e-mail address. If that was not you, keep the order by ${momentText(until)}.`,
    ],
    button: { label: 'That was not me', href: orderLink(checkout, shop) },
    sections: unitsSection('Withdrawn', items, [
      `Nothing of this has left, so there is nothing to send back. We cancel it after ${momentText(until)}, refund you, and write again.`,
    ]),
    notes: ['If it was you, there is nothing to do.'],
  };
}

function declaredNotice(cancelled: MailedCancellation, shop: string): Notice {
  const { order, declared_by, at, items, to_come, cancels_at } = cancelled;
  if (cancels_at !== null) return delayedNotice(cancelled, cancels_at, shop);
  return {
    subject: `Receipt of your withdrawal from order ${order}`,
    heading: 'You have withdrawn from the contract.',
    before: [declarationText(cancelled, declared_by, at)],
    sections: [
      ...unitsSection('Withdrawn', items, [
        'Nothing of this had left, so there is nothing to send back.',
        ...moneyBack(cancelled),
      ]),
      ...unitsSection('Still to come', to_come),
    ],
    button: seeOrder(cancelled, shop),
    links: withdrawLinks(cancelled, shop),
  };
}

/** Notifies of goods that will not be sent. After a withdrawal it is the receipt that the law requires. */
function cancelledNotice(cancelled: MailedCancellation, shop: string): Notice {
  // A delayed withdrawal had its receipt when it was declared.
  const declared = cancelled.reason === 'withdrawal' && cancelled.declared_by !== null;
  if (declared) return declaredNotice(cancelled, shop);
  const { order, whole, items, to_come } = cancelled;
  return {
    subject: whole ? `Order ${order} is cancelled` : `Part of order ${order} is cancelled`,
    heading: whole ? 'Your order is cancelled.' : 'Part of your order is cancelled.',
    before: [...whatHappened(cancelled), ...moneyBack(cancelled)],
    sections: [
      ...unitsSection('Cancelled', items),
      ...unitsSection('Still to come', to_come, ['This part of your order is not affected.']),
    ],
    button: seeOrder(cancelled, shop),
    notes: ['If you have a question, answer this e-mail.'],
    links: withdrawLinks(cancelled, shop),
  };
}

function partRows({ parts, amount_pence }: MailedRefund): Row[] {
  if (parts === null) return [];
  const rows: Row[] = (
    [
      ['Goods', parts.goods],
      ['Tax', parts.tax],
      ['Delivery', parts.shipping],
      ['Goodwill', parts.goodwill],
      ['Deducted for use', pence(-parts.deduction)],
    ] as const
  )
    .filter(([, part]) => part !== 0)
    .map(([what, part]) => ({ what, figure: formatPounds(part) }));
  return [...rows, { what: 'Total', figure: formatPounds(amount_pence) }];
}

/** The tax in a refund of tax-inclusive prices, at the order's own rate. */
function taxTexts({ amount_pence, included_basis_points }: MailedRefund): string[] {
  const percent = included_basis_points / 100;
  const inside = insideText(taxInside(amount_pence, percent), percent);
  return inside === '' ? [] : [`The refund ${inside}.`];
}

/** Notifies of a refund of an order. */
function orderRefundNotice(refund: MailedRefund, shop: string): Notice {
  const { order, amount_pence, waits_for_shopper, refund_by, reason, return_code, items } = refund;
  const total = formatPounds(amount_pence);
  const toCards = sumPence(refund.cards.map((card) => card.amount_pence));
  const rest = pence(amount_pence - toCards);
  const why = reason === null ? undefined : refundPurposes[reason];
  const code = return_code === null ? '' : ` (return ${return_code})`;
  const texts = [
    ...(refund.deduction_reason === null ? [] : [`Why we deduct: ${refund.deduction_reason}`]),
    ...taxTexts(refund),
  ];
  const rows = partRows(refund);
  const what = `${total} for ${orderName(refund)}${why === undefined ? '' : `, ${why}`}${code}`;
  return {
    ...(waits_for_shopper
      ? {
          subject: `Your refund for order ${order} needs your bank details`,
          heading: 'Your refund needs your bank details.',
          before: [
            `We want to refund ${what}.`,
            ...cardRefundTexts(refund.cards),
            'The money cannot go back the way it came. Stripe, our payment provider, will ask you by e-mail which account to send it to.',
          ],
        }
      : rest === 0
        ? {
            subject: `Your refund of ${total} for order ${order}`,
            heading: 'You have your refund.',
            before: [`We have refunded ${what}.`, ...cardRefundTexts(refund.cards)],
          }
        : refund.handed_over !== null
          ? {
              subject: `Your refund of ${total} for order ${order}`,
              heading: 'You have your refund.',
              before: [
                `We have paid back ${what}.`,
                ...cardRefundTexts(refund.cards),
                `We paid ${toCards > 0 ? formatPounds(rest) : 'it'} ${paidTexts[refund.handed_over]}. If you do not have it, answer this e-mail.`,
              ],
            }
          : {
              subject: `Your refund of ${total} for order ${order} is on its way`,
              heading: 'Your refund is on its way.',
              before: [
                // A bank may still return it: Stripe reports that days later at worst.
                `We are sending back ${what}.`,
                ...cardRefundTexts(refund.cards),
                `${toCards > 0 ? formatPounds(rest) : 'It'} goes back to the card or account you paid with, and will be there by ${dayText(refund_by)}.`,
              ],
            }),
    sections: [
      ...unitsSection('For', items),
      ...(rows.length + texts.length === 0 ? [] : [{ title: 'The amount', rows, texts }]),
    ],
    button: seeOrder(refund, shop),
    notes: ['If you have a question, answer this e-mail.'],
    links: withdrawLinks(refund, shop),
  };
}

/** Notifies of a refund of an order that came back, or that Stripe keeps refusing. */
function refundFailedNotice(refund: MailedRefund, shop: string): Notice {
  const { order, amount_pence } = refund;
  const total = formatPounds(amount_pence);
  return {
    subject: `We still owe you ${total} for order ${order}`,
    heading: 'Your refund could not be paid yet.',
    before: [
      `We tried to send back ${total} for ${orderName(refund)}, but your bank or card did not take it. We still owe it to you.`,
      'We keep trying, and your order’s page shows when it has left. You need not do anything.',
    ],
    sections: [{ title: 'The amount', rows: partRows(refund), texts: [] }],
    button: seeOrder(refund, shop),
    notes: [
      'Is the card or account closed? Answer this e-mail, and we will pay you in another way.',
    ],
  };
}

/** E-mails about cancelled goods and refunds of an order. */
export const moneyMails = {
  cancelled: worded(MailedCancellation, cancelledNotice),
  order_refund: worded(MailedRefund, orderRefundNotice),
  refund_failed: worded(MailedRefund, refundFailedNotice),
};
