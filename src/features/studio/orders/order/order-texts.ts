import type { OrderWait, ReplacementReason } from '#domain/enums.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import { givenUpText, refundFailureText } from '#domain/orders/refund-texts.ts';
import { statusText } from '#domain/orders/order.ts';
import { deductionText } from '#domain/orders/order-timeline.ts';
import { returnRefundNames } from '#domain/orders/return-kinds.ts';
import type { CancelBody, MoneyAnswer, RefundBody } from '#domain/contracts/staff-money.ts';
import type { StaffOrder } from '#domain/contracts/staff-orders.ts';
import type { TimelineEntry } from '#domain/contracts/timeline-entry.ts';
import { dayInText } from '../../kit/day-text.ts';

type Dispute = NonNullable<StaffOrder['money']>['disputes'][number];
export type Refund = NonNullable<StaffOrder['money']>['refunds'][number];
export type Return = StaffOrder['returns'][number];
export type Parcel = StaffOrder['parcels'][number];
export type Mail = StaffOrder['mails'][number];
export type Line = StaffOrder['lines'][number];

/** Names of e-mails that are more than their kinds in words. */
const mailNames: Readonly<Record<string, string>> = {
  order: 'Order confirmation',
  sold_out_refund: 'Sold out, refunded',
  drawn_twice_refund: 'Won twice by one card or address, refunded',
  refund: 'Refunded without an order',
  order_refund: 'Refund on its way',
  refund_failed: 'Refund still owed',
  label_bought: 'Bought a label',
  label_voided: 'Voided a label',
  swapped: 'Swapped pieces',
  dispatch_undone: 'Not sent after all',
  return_asked: 'Return requested',
  withdrawal_link: 'Partial withdrawal link',
  message: 'Message from us',
  merge_link: 'Offer to move orders',
  staff_order: 'New order',
  staff_decision: 'Needs a decision',
};

/** Display name of an e-mail kind. */
export function mailName(kind: string): string {
  return mailNames[kind] ?? statusText(kind);
}

const mailStates = {
  due: 'On its way',
  sent: 'Sent',
  parked: 'Not sent',
  joined: 'Sent with other orders',
} as const;

/** Whether an e-mail goes to staff. */
export function isNotice({ kind }: Pick<Mail, 'kind'>): boolean {
  return kind.startsWith('staff_');
}

/** Display name of an e-mail's status. */
export function mailState(mail: Pick<Mail, 'kind' | 'status' | 'due_at' | 'attempts'>): string {
  if (mail.status === 'joined' && !isNotice(mail)) return 'Covered by another e-mail';
  if (mail.kind === 'dispatched' && mail.status === 'due' && mail.attempts === 0)
    return 'Waits until';
  return mailStates[mail.status];
}

/** Refund states. */
export const refundStates: Readonly<Record<Refund['state'], string>> = {
  due: 'Waiting for Stripe',
  pending: 'On its way',
  requires_action: 'Waiting for the shopper’s bank details',
  succeeded: 'Refunded',
  failed: 'Failed',
  given_up: 'Given up',
  cancelled: 'Cancelled at Stripe',
};

/** Reasons for cancelling pieces. */
export const cancelReasons = {
  sold_out: 'Sold out',
  damaged: 'Damaged or lost in stock',
  shopper: 'Shopper’s request',
  address: 'Undeliverable address',
  fraud: 'Fraud',
  other: 'Another reason',
} as const satisfies Record<CancelBody['reason'], string>;

/** Reasons for a refund. */
export const refundReasons = {
  ...returnRefundNames,
  missing: 'Lost in transit',
  late: 'Late',
  goodwill: 'Goodwill',
  other: 'Another reason',
} as const satisfies Record<RefundBody['reason'], string>;

/** Reasons for sending pieces again. */
export const replacementReasons = {
  lost: 'Lost in transit',
  damaged: 'Damaged on arrival',
  wrong: 'Wrong item in the parcel',
} as const satisfies Record<ReplacementReason, string>;

const reasonTexts: Readonly<Record<string, string>> = {
  ...refundReasons,
  ...cancelReasons,
  ...replacementReasons,
  not_returned: 'Its return did not bring what it replaces',
  cancelled: 'Cancelled',
  swapped: 'Swapped for a cheaper piece',
};

/** Display name of a reason, or the free text of one. */
export function reasonText(reason: string): string {
  return reasonTexts[reason] ?? reason;
}

/** Reasons why an order must not leave yet. */
export const waitTexts = {
  return: 'Waits for the return: do not send yet',
  payment: 'Waits for a payment: do not send yet',
} as const satisfies Record<OrderWait, string>;

export const returnStates: Readonly<Record<Return['state'], string>> = {
  asked: 'On its way back',
  received: 'Received, not settled',
  settled: 'Settled',
  refused: 'Refused',
  called_off: 'Cancelled by the shopper',
};

/** Status and reason of a dispute: "Needs response: product not received". */
export function disputeText({ status, reason }: Pick<Dispute, 'status' | 'reason'>): string {
  return `${statusText(status)}: ${reason.replaceAll('_', ' ')}`;
}

/** Title of an order, or of a payment without one: "Order 1042". */
export function titleOf({ order, reference }: Pick<StaffOrder, 'order' | 'reference'>): string {
  return order === null ? `Payment ${reference}` : `Order ${order}`;
}

/** Display name of a line: "Rika Pump, Black". */
export function lineName({ product_name, color_name }: Pick<Line, 'product_name' | 'color_name'>) {
  return `${product_name}, ${color_name}`;
}

type NamedPiece = Pick<Line, 'product_name' | 'color_name'> & { quantity: number };

/** Pieces as text: "2 × Rika Pump, Black; 1 × Boss Beanie, Grey". */
export function namedPieces(pieces: readonly NamedPiece[]): string {
  return pieces.map((piece) => `${piece.quantity} × ${lineName(piece)}`).join('; ');
}

/** Pieces of an order's lines, as `namedPieces`. */
export function piecesText(
  items: readonly { variant_id: number; quantity: number }[],
  lines: readonly Line[],
): string {
  return namedPieces(
    items.flatMap(({ variant_id, quantity }) => {
      const line = lines.find((other) => other.variant_id === variant_id);
      return line ? [{ ...line, quantity }] : [];
    }),
  );
}

const events: Readonly<Record<string, string>> = {
  paid: 'Paid',
  awaiting_payment: 'Chose a delayed payment method',
  dispatched: 'Sent a parcel',
  dispatch_undone: 'Took a dispatch back',
  delivered: 'Delivered',
  parcel_corrected: 'Corrected a parcel',
  label_corrected: 'Corrected the label’s address',
  email_corrected: 'Corrected the e-mail address',
  parcel_split: 'To leave apart from other orders',
  parcel_joined: 'To leave in one parcel with other orders',
  swapped: 'Swapped pieces',
  replaced: 'Sent again, free of charge',
  replacement_made: 'Made as a free replacement',
  exchanged: 'Agreed an exchange',
  exchange_made: 'Made as an exchange',
  link_made: 'A payment link was made for a change',
  link_paid: 'The payment link was paid',
  link_ended: 'The payment link lapsed',
  gift_made: 'Made as a gift',
  sold_in_hand: 'Sold, paid in hand',
  withdrawal_declared: 'Withdrew using order number and e-mail address',
  withdrawal_undone: 'Undid the withdrawal',
  cancelled: 'Cancelled',
  refund_asked: 'Started a refund',
  refund_retried: 'Retried a refund',
  refund_given_up: 'Gave up a refund',
  refund_settled_outside: 'Paid a refund back',
  refund_surplus: 'Over-refunded',
  surplus_closed: 'Closed an over-refund',
  return_asked: 'Return requested',
  return_received: 'Return received',
  return_refused: 'Return refused',
  return_settled: 'Return settled',
  return_called_off: 'Return cancelled',
  review_accepted: 'Accepted the payment',
  review_refunded: 'Declined the payment',
  mail_resent: 'Resent an e-mail',
  note: 'Note',
  message: 'Message to the shopper',
  refund: 'Refund',
  dispute_opened: 'Dispute opened',
  dispute_closed: 'Dispute closed',
  mail_sent: 'E-mail',
};

/** Title of a history entry: "E-mail: Dispatched". */
export function entryTitle({
  kind,
  about,
  state,
}: Pick<TimelineEntry, 'kind' | 'about' | 'state'>): string {
  const title = events[kind] ?? statusText(kind);
  if (kind === 'mail_sent' || kind === 'mail_resent') {
    const mail = { kind: about ?? '' };
    return `${isNotice(mail) ? 'Notice to staff' : title}: ${mailName(mail.kind)}`;
  }
  if (kind.startsWith('return_') && about !== null) return `${title}, ${about}`;
  if (state !== null) return `${title}: ${statusText(state).toLowerCase()}`;
  return title;
}

const actors = { shop: 'The shop', shopper: 'The shopper', stripe: 'Stripe' } as const;

/** Actor of a history entry; staff by name. */
export function entryActor({ actor, staff }: TimelineEntry): string {
  return actor === 'staff' ? (staff ?? 'A colleague') : actors[actor];
}

/** Entries with free text by staff. */
const WRITTEN = new Set(['note', 'message', 'refund_settled_outside', 'surplus_closed']);

/** Reason or free text of a history entry. */
export function entryText(entry: TimelineEntry): string | null {
  const { kind, text } = entry;
  if (kind === 'return_settled') return deductionText(entry) || null;
  if (text === null) return null;
  if (kind.startsWith('dispute_')) return text.replaceAll('_', ' ');
  if (kind === 'refund_given_up') return givenUpText(text);
  if (kind === 'refund') return refundFailureText(reasonText(text));
  return WRITTEN.has(kind) ? text : reasonText(text);
}

/** Result of a refund, shown after the action. */
export function refundNews(refund: MoneyAnswer['refund']): string {
  if (refund === null) return '';
  const amount = formatPounds(pence(refund.amount_pence));
  switch (refund.state) {
    case 'succeeded':
      return `${amount} refunded.`;
    case 'pending':
      return `${amount} is on its way to the shopper.`;
    case 'requires_action':
      return `${amount} is waiting for the shopper’s bank details.`;
    case 'failed':
      return `Stripe did not refund ${amount}${refund.failure === null ? '' : `: ${refundFailureText(refund.failure)}`}. The shop will try again.`;
    case 'given_up':
      return `Gave up the refund of ${amount}.`;
    default:
      if (refund.in_hand) return `Now pay back ${amount}, and record it under Money.`;
      return `No answer from Stripe about ${amount} yet. The shop keeps trying.`;
  }
}

/** Units of a line neither sent nor cancelled. */
export function toSend({ to_send }: Line): number {
  return to_send;
}

/** Units of a line whose price is neither refunded nor owed, and pays for no exchange. */
export function refundableUnits({ ordered, refunded, exchanged }: Line): number {
  return Math.max(ordered - refunded - exchanged, 0);
}

/** Units of a line that can be returned: the same rule as `returnable_units` in supabase/schemas/orders/returns.sql. */
export function returnableUnits(line: Line): number {
  const { ordered, sent, cancelled, return_asked, returned, refunded } = line;
  const keeps = ordered - cancelled - Math.max(refunded - cancelled, 0) - return_asked;
  return Math.max(Math.min(sent - return_asked - returned, keeps), 0);
}

/** When a parcel is expected; days only where they differ from those promised to the shopper. */
export function expectedText(
  expected: NonNullable<Parcel['expected']>,
  promise: StaffOrder['promise'],
): string {
  const { arrives_from: from, arrives_by: by } = expected;
  if (promise?.arrives_from === from && promise.arrives_by === by) return 'expected as promised';
  return `now expected ${dayInText(from)}${by === from ? '' : ` to ${dayInText(by)}`}`;
}
