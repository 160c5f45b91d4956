import type Stripe from 'stripe';
import type { ChallengedPayment } from './payment-attempt.ts';
import type { PaymentIntentParameters } from './session-parameters.ts';

/** On the wire, decimals are strings; the SDK parses them into its own class. */
type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & {
  unit_amount_decimal: string;
};
export type WireLineItem = Omit<Stripe.LineItem, 'price'> & { price: WirePrice };

/** A session, with data that the API returns only on request, or never. */
export interface StoredSession {
  session: Stripe.Checkout.Session;
  lineItems: WireLineItem[];
  /** Parameters of the payment intent, which is created at the first attempt to pay. */
  paymentIntentData: PaymentIntentParameters | null;
  /** The payment that waits for the shopper to pass 3-D Secure. */
  challenged: ChallengedPayment | null;
}

/** The event types that the sandbox sends. */
export type SandboxEventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.requires_action'
  | 'charge.refunded'
  | 'charge.dispute.closed'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'refund.created'
  | 'refund.failed'
  | 'refund.updated';

/** The envelope that is signed and sent. `data.object` is a snapshot from the time of the event. */
export interface SandboxEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: SandboxEventType;
}

/** One delivery attempt. `status` is null when there was no response. */
export interface DeliveryAttempt {
  at: number;
  status: number | null;
  error: string | null;
}

/** The delivery status of an event. */
export type DeliveryState = 'none' | 'pending' | 'held' | 'dropped' | 'delivered' | 'failed';

export interface StoredEvent {
  event: SandboxEvent;
  delivery: DeliveryState;
  attempts: DeliveryAttempt[];
}

/** The response stored for an idempotency key. */
export interface StoredAnswer {
  key: string;
  endpoint: string;
  /** The request's body in canonical form. */
  parameters: string;
  createdAt: number;
  status: number;
  body: string;
}

/** The sandbox's whole state. Maps keep the order of creation. */
export interface SandboxState {
  sessions: Map<string, StoredSession>;
  coupons: Map<string, Stripe.Coupon>;
  products: Map<string, Stripe.Product>;
  shippingRates: Map<string, Stripe.ShippingRate>;
  paymentIntents: Map<string, Stripe.PaymentIntent>;
  charges: Map<string, Stripe.Charge>;
  refunds: Map<string, Stripe.Refund>;
  disputes: Map<string, Stripe.Dispute>;
  balanceTransactions: Map<string, Stripe.BalanceTransaction>;
  payouts: Map<string, Stripe.Payout>;
  /** The payout of each balance transaction that was paid out, by the transaction's id. */
  paidOut: Map<string, string>;
  events: Map<string, StoredEvent>;
  answers: Map<string, StoredAnswer>;
}

/** An empty state. */
export function emptyState(): SandboxState {
  return {
    sessions: new Map(),
    coupons: new Map(),
    products: new Map(),
    shippingRates: new Map(),
    paymentIntents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    balanceTransactions: new Map(),
    payouts: new Map(),
    paidOut: new Map(),
    events: new Map(),
    answers: new Map(),
  };
}

/** Clears the state in place. */
export function clearState(state: SandboxState): void {
  for (const map of Object.values(state)) map.clear();
}
