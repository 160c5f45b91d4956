import type { Parameter, Read } from './parameter.ts';
import { list, optional, shape, unsupported } from './parameter.ts';
import { flag, integer, metadata, oneOf, text } from './parameter-value.ts';

const expand = { expand: optional(list(text(), 20)) };

const createdRange = shape({
  gt: optional(integer()),
  gte: optional(integer()),
  lt: optional(integer()),
  lte: optional(integer()),
});

export type CreatedRange = Read<typeof createdRange>;

/** `created=1700000000` or `created[gte]=…`; a single time is a range of one second. */
const created: Parameter<CreatedRange> = {
  read(value, path) {
    if (typeof value !== 'string') return createdRange.read(value, path);
    const moment = integer().read(value, path);
    return { gt: undefined, gte: moment, lt: undefined, lte: moment };
  },
};

const page = {
  ...expand,
  limit: optional(integer(1, 100)),
  starting_after: optional(text()),
  ending_before: optional(text()),
};

const customerFilters = { customer: unsupported(), customer_account: unsupported() };

/** Requests with no parameter but `expand`. */
export const expandOnly = shape(expand);

/** `GET /v1/checkout/sessions/{id}/line_items`. */
export const pageOnly = shape(page);

/** `GET /v1/checkout/sessions`. */
export const sessionListParameters = shape({
  ...page,
  ...customerFilters,
  created: optional(created),
  payment_intent: optional(text()),
  status: optional(oneOf('open', 'complete', 'expired')),
  customer_details: unsupported(),
  payment_link: unsupported(),
  subscription: unsupported(),
});

/** `GET /v1/payment_intents`. */
export const paymentIntentListParameters = shape({
  ...page,
  ...customerFilters,
  created: optional(created),
});

/** `GET /v1/charges`. */
export const chargeListParameters = shape({
  ...page,
  customer: unsupported(),
  created: optional(created),
  payment_intent: optional(text()),
  transfer_group: unsupported(),
});

/** `GET /v1/refunds`. */
export const refundListParameters = shape({
  ...page,
  created: optional(created),
  charge: optional(text()),
  payment_intent: optional(text()),
});

/** `GET /v1/disputes`. */
export const disputeListParameters = shape({
  ...page,
  created: optional(created),
  charge: optional(text()),
  payment_intent: optional(text()),
});

/** `GET /v1/balance_transactions`. */
export const balanceTransactionListParameters = shape({
  ...page,
  created: optional(created),
  currency: optional(text()),
  source: optional(text()),
  type: optional(text()),
  payout: optional(text()),
});

/** `GET /v1/payouts`. */
export const payoutListParameters = shape({
  ...page,
  arrival_date: optional(created),
  created: optional(created),
  destination: unsupported(),
  status: optional(text()),
});

/** `GET /v1/events`. */
export const eventListParameters = shape({
  ...page,
  created: optional(created),
  delivery_success: optional(flag),
  type: optional(text()),
  types: optional(list(text(), 20)),
});

/** `POST /v1/payment_intents/{id}`, as far as it changes nothing of the payment. */
export const paymentIntentParameters = shape({
  ...expand,
  description: optional(text(1000)),
  metadata: optional(metadata),
});

/** `POST /v1/refunds`. */
export const refundParameters = shape({
  ...expand,
  amount: optional(integer(1)),
  charge: optional(text()),
  payment_intent: optional(text()),
  metadata: optional(metadata),
  reason: optional(oneOf('duplicate', 'fraudulent', 'requested_by_customer')),
  currency: unsupported(),
  customer: unsupported(),
  instructions_email: unsupported(),
  origin: unsupported(),
  refund_application_fee: unsupported(),
  reverse_transfer: unsupported(),
});

export type PageParameters = Read<typeof pageOnly>;
export type RefundParameters = Read<typeof refundParameters>;
