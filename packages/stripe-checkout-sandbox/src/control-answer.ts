import type Stripe from 'stripe';
import type { DeliveryAttempt, DeliveryState, StoredEvent } from './state.ts';

/** The delivery status of an event. */
export interface Delivery {
  /** Id of the event. */
  event: string;
  type: string;
  /** Id of its session, payment intent, charge, refund or dispute. */
  about: string | null;
  state: DeliveryState;
  /** Attempts so far, each with its HTTP status; null when there was no response. */
  attempts: DeliveryAttempt[];
}

/** Responses of the control API, by call. */
export interface ControlAnswer {
  deliveries: Delivery[];
  delivery: Delivery;
  sessions: Stripe.Checkout.Session[];
  session: Stripe.Checkout.Session;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  payout: Stripe.Payout;
  done: { done: true };
}

/** An event's delivery status in the control API's format. */
export function deliveryOf({ event, delivery, attempts }: StoredEvent): Delivery {
  const about = 'id' in event.data.object ? event.data.object.id : null;
  return {
    event: event.id,
    type: event.type,
    about: typeof about === 'string' ? about : null,
    state: delivery,
    attempts,
  };
}
