import { formatPounds, pence } from '#domain/money.ts';
import { dayText } from '#domain/order-promise.ts';
import { orderDate } from '#domain/order.ts';
import { company } from '#company';
import { cancelledNotice, orderRefundNotice } from './money-notices.ts';
import { complaintReceivedNotice, staffComplaintNotice } from './complaint-notices.ts';
import { backInStockNotice } from './stock-notices.ts';
import { linkToken } from './link-token.ts';
import type { Mail } from './mail.ts';
import { mailOfNotice, type Notice } from './notice.ts';
import { oneClickHeaders } from './one-click-link.ts';
import { unitLines } from './order-words.ts';
import type { OwedMail, Payment, RefundedPayment } from './owed-mail.ts';
import { deliveredNotice, dispatchedNotice } from './parcel-notices.ts';
import {
  returnAskedNotice,
  returnReceivedNotice,
  returnRefusedNotice,
  withdrawalLinkNotice,
} from './return-notices.ts';
import { decisionNotice, failedReleaseNotice, newOrdersNotice } from './staff-notices.ts';

function referenceOf({ reference }: Payment): string {
  return `Reference: ${reference}. If you have a question, answer this e-mail.`;
}

/** The route and the day by which the money goes back. */
function wayBack({ amount_pence, outside_pence, refund_by }: RefundedPayment): string {
  const byStripe = `goes back to the card or account you paid with, by ${dayText(refund_by)}.`;
  if (outside_pence === 0) return `All of the ${formatPounds(amount_pence)} ${byStripe}`;
  const outside = `We have paid ${formatPounds(outside_pence)} back to you in another way than by the card or account you paid with. If it has not arrived, answer this e-mail.`;
  const rest = amount_pence - outside_pence;
  return rest > 0 ? `${formatPounds(pence(rest))} ${byStripe} ${outside}` : outside;
}

function refundNotice(payment: RefundedPayment, why: string): Notice {
  const amount = formatPounds(payment.amount_pence);
  const day = orderDate(new Date(payment.asked_at).toISOString());
  return {
    subject: `Your payment of ${amount} has been refunded`,
    heading: 'Your payment has been refunded.',
    before: [`On ${day} you paid ${amount} for:`],
    items: unitLines(payment.items),
    after: [why, wayBack(payment)],
    notes: [referenceOf(payment)],
  };
}

function failedNotice(payment: Payment, shop: string): Notice {
  const amount = formatPounds(payment.amount_pence);
  return {
    subject: 'Your payment did not go through',
    heading: 'Your payment did not go through.',
    before: [`Your bank did not make the payment for these things, ${amount} before delivery:`],
    items: unitLines(payment.items),
    after: [
      'Nothing was charged and no order was placed. Your things are free again: if you still want them, please order them once more.',
    ],
    button: { label: 'Go to the cart', href: `${shop}/cart` },
    notes: [referenceOf(payment)],
  };
}

function confirmEmailNotice(mail: string, shop: string): Notice {
  return {
    subject: 'Confirm your e-mail address',
    heading: 'Confirm your e-mail address.',
    before: [
      `Someone, you we hope, asked for this e-mail in the account that has this address at ${company.brand}.`,
    ],
    button: {
      label: 'Confirm the address',
      href: `${shop}/confirm-email#token=${linkToken('confirm-email', mail)}`,
    },
    notes: ['The link works for 7 days. If it was not you, do nothing.'],
  };
}

function confirmSubscriptionNotice(subscription: string, shop: string): Notice {
  const token = linkToken('unsubscribe', subscription);
  return {
    subject: `Do you want news from ${company.brand}?`,
    heading: 'Confirm your subscription.',
    before: [
      `Someone, you we hope, entered this address at ${company.brand} to be told by e-mail when there is news.`,
    ],
    button: {
      label: 'Confirm the subscription',
      href: `${shop}/confirm-subscription#token=${linkToken('confirm-subscription', subscription)}`,
    },
    notes: [
      'Unless you press it, nothing more will come, and after 30 days we forget the address.',
    ],
    links: [
      { label: 'This was not me: remove my address', href: `${shop}/unsubscribe#token=${token}` },
    ],
    headers: oneClickHeaders(`${shop}/api/listing/unsubscribe?token=${token}`),
  };
}

type NoticeMail = Exclude<OwedMail, { kind: 'order' }>;

function noticeOf(owed: NoticeMail, shop: string): Notice {
  switch (owed.kind) {
    case 'sold_out_refund':
      return refundNotice(
        owed.content,
        'Sorry: it sold out before your payment arrived, so no order was placed.',
      );
    case 'refund':
      return refundNotice(owed.content, 'We could not place an order for this payment.');
    case 'payment_failed':
      return failedNotice(owed.content, shop);
    case 'confirm_email':
      return confirmEmailNotice(owed.id, shop);
    case 'confirm_subscription':
      return confirmSubscriptionNotice(owed.content.subscription, shop);
    case 'dispatched':
      return dispatchedNotice(owed.content, shop);
    case 'delivered':
      return deliveredNotice(owed.content, shop);
    case 'cancelled':
      return cancelledNotice(owed.content, shop);
    case 'order_refund':
      return orderRefundNotice(owed.content, shop);
    case 'return_asked':
      return returnAskedNotice(owed.content, shop);
    case 'return_received':
      return returnReceivedNotice(owed.content, shop);
    case 'return_refused':
      return returnRefusedNotice(owed.content, shop);
    case 'withdrawal_link':
      return withdrawalLinkNotice(owed.content, shop);
    case 'staff_order':
      return newOrdersNotice(owed.content, shop);
    case 'staff_decision':
      return decisionNotice(owed.content, shop);
    case 'staff_release':
      return failedReleaseNotice(owed.content, shop);
    case 'complaint_received':
      return complaintReceivedNotice(owed.content);
    case 'staff_complaint':
      return staffComplaintNotice(owed.content, shop);
    case 'back_in_stock':
      return backInStockNotice(owed.content, shop);
  }
}

/**
 * An e-mail other than an order's confirmation.
 * @param shop the shop's origin, e.g. `https://shop.example`.
 */
export function noticeMail(owed: NoticeMail, shop: string): Mail {
  const to = 'emails' in owed.content ? owed.content.emails : [owed.content.email];
  return mailOfNotice(noticeOf(owed, shop), to);
}
