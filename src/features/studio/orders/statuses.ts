import type { GoodsStatus } from '#domain/enums.ts';
import type { AnyMoneyStatus, StaffRow } from '#domain/contracts/staff-orders.ts';

/** How urgent a status is: none, check, or act. */
type Tone = 'plain' | 'done' | 'look' | 'act';

type Look = readonly [text: string, tone: Tone];

/** Goods statuses. */
export const goodsLooks: Readonly<Record<GoodsStatus, Look>> = {
  to_send: ['To send', 'plain'],
  part_sent: ['Part sent', 'look'],
  sent: ['Sent', 'done'],
  delivered: ['Delivered', 'done'],
  return_requested: ['Coming back', 'look'],
  part_returned: ['Part returned', 'look'],
  returned: ['Returned', 'look'],
  cancelled: ['Cancelled', 'look'],
};

/** Orders that nobody placed in the shop. */
export const givenLooks: Readonly<Record<NonNullable<StaffRow['given_as']>, Look>> = {
  replacement: ['Replacement', 'look'],
  exchange: ['Exchange', 'look'],
  gift: ['Gift', 'look'],
};

/** Money statuses. */
export const moneyLooks: Readonly<Record<AnyMoneyStatus, Look>> = {
  paid: ['Paid', 'plain'],
  refund_due: ['Refund due', 'look'],
  refund_failed: ['Refund failed', 'act'],
  part_refunded: ['Part refunded', 'look'],
  refunded: ['Refunded', 'look'],
  disputed: ['Disputed', 'act'],
  dispute_lost: ['Dispute lost', 'act'],
  awaiting_payment: ['Awaiting payment', 'look'],
  review: ['To review', 'act'],
  released: ['Not paid', 'plain'],
};
