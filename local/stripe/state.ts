import type Stripe from 'stripe';
import type { PaymentIntentParameters } from './session-parameters.ts';

/** Prices travel with decimal text; the SDK turns it into its own class on arrival. */
type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & {
  unit_amount_decimal: string;
};
export type WireLineItem = Omit<Stripe.LineItem, 'price'> & { price: WirePrice };

/** A session with what the API shows of it only on request, or never. */
export interface StoredSession {
  session: Stripe.Checkout.Session;
  lineItems: WireLineItem[];
  /** Given to the payment intent when the shopper first tries to pay. */
  paymentIntentData: PaymentIntentParameters | null;
}

/** The events a shop can hear from the sandbox. */
export type SandboxEventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'charge.refunded'
  | 'refund.created'
  | 'refund.updated';

/** The envelope that is signed and sent. `data.object` is as it was when the event happened. */
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

/** One try to hand an event over. `status` is null when no answer came. */
export interface DeliveryAttempt {
  at: number;
  status: number | null;
  error: string | null;
}

/** Where an event stands on its way to the webhook. */
export type DeliveryState = 'none' | 'pending' | 'held' | 'dropped' | 'delivered' | 'failed';

export interface StoredEvent {
  event: SandboxEvent;
  delivery: DeliveryState;
  attempts: DeliveryAttempt[];
}

/** The answer kept for an idempotency key. */
export interface StoredAnswer {
  key: string;
  endpoint: string;
  /** The request's body, in one canonical text. */
  parameters: string;
  createdAt: number;
  status: number;
  body: string;
}

/** Everything the sandbox remembers. Maps keep the order in which things were made. */
export interface SandboxState {
  sessions: Map<string, StoredSession>;
  products: Map<string, Stripe.Product>;
  shippingRates: Map<string, Stripe.ShippingRate>;
  paymentIntents: Map<string, Stripe.PaymentIntent>;
  charges: Map<string, Stripe.Charge>;
  refunds: Map<string, Stripe.Refund>;
  events: Map<string, StoredEvent>;
  answers: Map<string, StoredAnswer>;
}

/** A state with nothing in it. */
export function emptyState(): SandboxState {
  return {
    sessions: new Map(),
    products: new Map(),
    shippingRates: new Map(),
    paymentIntents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    events: new Map(),
    answers: new Map(),
  };
}

/** Forgets everything, in place. */
export function clearState(state: SandboxState): void {
  for (const kept of Object.values(state)) kept.clear();
}
