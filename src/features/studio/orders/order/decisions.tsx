import type { StaffOrder } from '#domain/contracts/staff-orders.ts';
import type { PartAction } from './ActButtons.tsx';
import {
  EndLinkDialog,
  HandOverDialog,
  ReceiveReturnDialog,
  RefundAttemptDialog,
  ResendDialog,
  RetryPaymentDialog,
  ReviewDialog,
  SettlePaymentDialog,
  SettleReturnDialog,
} from './later-dialogs.ts';
import type { Mail, Refund, Return } from './order-texts.ts';
import { stripeLink } from './stripe-link.ts';

type Why = StaffOrder['whys'][number];
type Money = NonNullable<StaffOrder['money']>;

/** Actions that a reason for attention calls for. */
export interface Decision {
  acts?: readonly PartAction[];
  /** Why some of them are missing. */
  text?: string;
  /** URL of a page that takes the decision. */
  link?: string | null;
}

/** Resends an e-mail. */
export function resendAct(mail: Mail): PartAction {
  return ['answer_shoppers', 'Resend', (frame) => <ResendDialog {...frame} mail={mail} />];
}

/** Receives a return's parcel. */
export function receiveAct(back: Return): PartAction {
  return ['pack', 'Receive', (frame) => <ReceiveReturnDialog {...frame} back={back} />];
}

/** Settles the refund of a return. */
export function settleAct(back: Return): PartAction {
  return ['move_money', 'Settle', (frame) => <SettleReturnDialog {...frame} back={back} />];
}

const manager: Decision = { text: 'A manager decides.' };

function reviewDecision({ refunds_wait }: Money): Decision {
  return {
    ...(refunds_wait && { text: 'It can be refunded once the dispute is decided.' }),
    acts: [
      ['move_money', 'Accept', (frame) => <ReviewDialog {...frame} decision="accept" />],
      !refunds_wait && [
        'move_money',
        'Refund',
        (frame) => <ReviewDialog {...frame} decision="refund" />,
      ],
    ],
  };
}

/** A refund that failed or that staff have to pay, of an order or of a payment without one. */
function refundDecision({ id }: Why, order: number | null, money: Money): Decision {
  const mayRetry = !money.refunds_wait;
  if (order === null)
    return {
      acts: [
        mayRetry && ['move_money', 'Retry', (frame) => <RetryPaymentDialog {...frame} />],
        [
          'move_money',
          'Refunded outside Stripe',
          (frame) => <SettlePaymentDialog {...frame} what="settle_payment" />,
        ],
      ],
    };
  const refund = money.refunds.find((one) => one.id === id);
  if (!refund) return {};
  const isGivenUp = refund.state === 'given_up';
  return {
    acts: refundActs(
      refund,
      money,
      mayRetry && !isGivenUp,
      isGivenUp ? 'Leave as given up' : 'Give up',
    ),
  };
}

/** Actions on a refund of an order that failed, or that staff have to pay. @param giveUp text of the button that ends it. */
export function refundActs(
  refund: Refund,
  { method }: Money,
  mayRetry: boolean,
  giveUp = 'Give up',
): PartAction[] {
  const isInHand = method !== 'stripe';
  return [
    (isInHand || refund.state === 'failed') && [
      'move_money',
      isInHand ? 'Paid back' : 'Paid another way',
      (frame) => <HandOverDialog {...frame} refund={refund} />,
    ],
    mayRetry &&
      !isInHand && [
        'move_money',
        'Retry',
        (frame) => <RefundAttemptDialog {...frame} refund={refund} what="retry" />,
      ],
    [
      'move_money',
      giveUp,
      (frame) => <RefundAttemptDialog {...frame} refund={refund} what="give_up" />,
    ],
  ];
}

function returnDecision({ id }: Why, { returns }: StaffOrder, money: Money | null): Decision {
  const back = returns.find((one) => String(one.id) === id);
  if (!back) return {};
  if (back.state === 'asked') return { acts: [receiveAct(back)] };
  if (money === null) return { text: 'A manager settles it.' };
  return money.refunds_wait
    ? { text: 'It can be settled once the dispute is decided.' }
    : { acts: [settleAct(back)] };
}

/**
 * Actions that a reason for attention calls for.
 * @param movesMoney whether the user may move money.
 */
export function decisionOf(why: Why, order: StaffOrder, movesMoney: boolean): Decision {
  const money = movesMoney ? order.money : null;
  switch (why.kind) {
    case 'review':
      return money === null ? manager : reviewDecision(money);
    case 'refund_failed':
    case 'refund_in_hand':
      return money === null ? manager : refundDecision(why, order.order, money);
    case 'refund_surplus':
      return money === null
        ? manager
        : {
            acts: [
              [
                'move_money',
                'Close over-refund',
                (frame) => <SettlePaymentDialog {...frame} what="close_surplus" />,
              ],
            ],
          };
    case 'mail_parked': {
      const mail = order.mails.find(({ id }) => id === why.id);
      return { acts: [mail && resendAct(mail)] };
    }
    case 'link_open':
      return { acts: [['move_money', 'Call off', (frame) => <EndLinkDialog {...frame} />]] };
    case 'return_asked':
    case 'return_received':
      return returnDecision(why, order, money);
    case 'dispute':
      return { link: order.money && stripeLink(order.money) };
    default:
      return {};
  }
}
