import { formatPounds, pence } from '#domain/money.ts';
import { givenUpText, refundFailureText } from '#domain/refund-texts.ts';
import { statusText } from '#domain/order.ts';
import type { CancelBody, MoneyAnswer, RefundBody } from '#domain/wire/staff-money.ts';
import type { StaffOrder, TimelineEntry } from '#domain/wire/staff-orders.ts';

type Dispute = NonNullable<StaffOrder['money']>['disputes'][number];
export type Refund = NonNullable<StaffOrder['money']>['refunds'][number];
export type Return = StaffOrder['returns'][number];
export type Parcel = StaffOrder['parcels'][number];
export type Mail = StaffOrder['mails'][number];
export type Line = StaffOrder['lines'][number];

const mailNames: Readonly<Record<string, string>> = {
  order: 'Order confirmation',
  sold_out_refund: 'Sold out, refunded',
  refund: 'Refunded without an order',
  payment_failed: 'Payment failed',
  dispatched: 'Dispatched',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  order_refund: 'Refund on its way',
  return_asked: 'Return asked for',
  return_received: 'Return received',
  return_refused: 'Return refused',
  withdrawal_link: 'Link to withdraw from a part',
  staff_order: 'New order',
  staff_decision: 'Needs a decision',
};

/** What an e-mail of a kind is called. */
export function mailName(kind: string): string {
  return mailNames[kind] ?? statusText(kind);
}

const mailStates = {
  due: 'On its way',
  sent: 'Sent',
  parked: 'Not sent',
  joined: 'Told with other orders',
} as const;

/** Whether an e-mail goes to the shop's own people. */
export function isNotice({ kind }: Pick<Mail, 'kind'>): boolean {
  return kind.startsWith('staff_');
}

/** How far an e-mail is. */
export function mailState({ status }: Pick<Mail, 'status'>): string {
  return mailStates[status];
}

/** What happened to the money of a refund. */
export const refundStates: Readonly<Record<Refund['state'], string>> = {
  due: 'Waits for Stripe',
  pending: 'On its way',
  requires_action: 'Waits for the shopper’s bank details',
  succeeded: 'Refunded',
  failed: 'Failed',
  given_up: 'Given up',
  cancelled: 'Cancelled at Stripe',
};

/** Why pieces are cancelled, to choose from. */
export const cancelReasons = {
  sold_out: 'Sold out',
  damaged: 'Damaged or lost here',
  shopper: 'The shopper asked',
  address: 'The address does not work',
  fraud: 'Fraud',
  other: 'Another reason',
} as const satisfies Record<CancelBody['reason'], string>;

/** Why money goes back, to choose from. */
export const refundReasons = {
  return: 'Goods came back',
  withdrawal: 'Withdrawal',
  fault: 'Faulty or wrong',
  missing: 'Lost on its way',
  late: 'Late',
  goodwill: 'Goodwill',
  other: 'Another reason',
} as const satisfies Record<RefundBody['reason'], string>;

const reasonTexts: Readonly<Record<string, string>> = {
  ...refundReasons,
  ...cancelReasons,
  cancelled: 'Cancelled',
};

/** A reason in words, whether the shop knows it or somebody wrote it. */
export function reasonText(reason: string): string {
  return reasonTexts[reason] ?? reason;
}

export const returnKinds: Readonly<Record<Return['kind'], string>> = {
  return: 'Return',
  withdrawal: 'Withdrawal',
  fault: 'Faulty or wrong',
};

export const returnStates: Readonly<Record<Return['state'], string>> = {
  asked: 'On its way back',
  received: 'Received, not settled',
  settled: 'Settled',
  refused: 'Refused',
  called_off: 'Called off by the shopper',
};

/** How a dispute stands: "Needs response". */
export function disputeText({ status, reason }: Pick<Dispute, 'status' | 'reason'>): string {
  return `${statusText(status)}: ${reason.replaceAll('_', ' ')}`;
}

/** The name of an order, or of a payment without one: "Order 1042". */
export function titleOf({ order, reference }: Pick<StaffOrder, 'order' | 'reference'>): string {
  return order === null ? `Payment ${reference}` : `Order ${order}`;
}

/** A line for people: "Rika Pump, Black". */
export function lineName({ product_name, color_name }: Pick<Line, 'product_name' | 'color_name'>) {
  return `${product_name}, ${color_name}`;
}

const what: Readonly<Record<string, string>> = {
  paid: 'Paid',
  awaiting_payment: 'Chose a slow way to pay',
  dispatched: 'Sent a parcel',
  delivered: 'Delivered',
  parcel_corrected: 'Corrected a parcel',
  label_corrected: 'Corrected the label’s address',
  withdrawal_declared: 'Withdrew by number and address',
  withdrawal_undone: 'Undid the withdrawal',
  cancelled: 'Cancelled',
  refund_asked: 'Decided a refund',
  refund_retried: 'Had a refund tried again',
  refund_given_up: 'Gave a refund up',
  refund_settled_outside: 'Paid back in another way',
  refund_surplus: 'Refunded too much',
  surplus_closed: 'Closed what was refunded too much',
  return_asked: 'Return asked for',
  return_received: 'Return received',
  return_refused: 'Return refused',
  return_settled: 'Return settled',
  return_called_off: 'Return called off',
  review_accepted: 'Accepted the payment',
  review_refunded: 'Declined the payment',
  mail_resent: 'Sent an e-mail again',
  note: 'Note',
  refund: 'Refund',
  dispute_opened: 'The bank claims the payment back',
  dispute_closed: 'The dispute is closed',
  mail_sent: 'E-mail',
};

/** What a timeline's entry says happened: "E-mail: Dispatched". */
export function entryTitle({ kind, about, state }: TimelineEntry): string {
  const title = what[kind] ?? statusText(kind);
  if (kind === 'mail_sent' || kind === 'mail_resent') {
    const mail = { kind: about ?? '' };
    return `${isNotice(mail) ? 'Notice to staff' : title}: ${mailName(mail.kind)}`;
  }
  if (kind.startsWith('return_') && about !== null) return `${title}, ${about}`;
  if (state !== null) return `${title}: ${statusText(state).toLowerCase()}`;
  return title;
}

const actors = { shop: 'The shop', shopper: 'The shopper', stripe: 'Stripe' } as const;

/** Who did it: a colleague by name. */
export function entryActor({ actor, staff }: TimelineEntry): string {
  return actor === 'staff' ? (staff ?? 'A colleague') : actors[actor];
}

/** Entries whose text a colleague wrote. */
const WRITTEN = new Set(['note', 'refund_settled_outside', 'surplus_closed']);

/** Why it was done, or what was written. */
export function entryText({ kind, text }: TimelineEntry): string | null {
  if (text === null) return null;
  if (kind.startsWith('dispute_')) return text.replaceAll('_', ' ');
  if (kind === 'refund_given_up') return givenUpText(text);
  if (kind === 'refund') return refundFailureText(reasonText(text));
  return WRITTEN.has(kind) ? text : reasonText(text);
}

/** How far the money of an action is, for whoever pressed its button. */
export function refundNews(refund: MoneyAnswer['refund']): string {
  if (refund === null) return '';
  const amount = formatPounds(pence(refund.amount_pence));
  switch (refund.state) {
    case 'succeeded':
      return `${amount} is refunded.`;
    case 'pending':
      return `${amount} is on its way back.`;
    case 'requires_action':
      return `${amount} waits for the shopper’s bank details.`;
    case 'failed':
      return `Stripe did not refund ${amount}${refund.failure === null ? '' : `: ${refundFailureText(refund.failure)}`}. The shop will try again.`;
    case 'given_up':
      return `The refund of ${amount} is given up.`;
    default:
      return `Stripe has not answered about ${amount} yet. The shop goes on trying by itself.`;
  }
}

/** Units of a line that have neither left nor been cancelled. */
export function toSend({ to_send }: Line): number {
  return to_send;
}

/** Units of a line that can be sent back, as returnable_units in supabase/schemas/returns.sql counts them. */
export function returnableUnits(line: Line): number {
  const { ordered, sent, cancelled, return_asked, returned, refunded } = line;
  const keeps = ordered - cancelled - Math.max(refunded - cancelled, 0) - return_asked;
  return Math.max(Math.min(sent - return_asked - returned, keeps), 0);
}
