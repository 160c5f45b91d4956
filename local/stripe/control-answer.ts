import type Stripe from 'stripe';
import type { DeliveryAttempt, DeliveryState, StoredEvent } from './state.ts';

/** Where an event stands on its way to the webhook. */
export interface Delivery {
  /** Id of the event. */
  event: string;
  type: string;
  /** Id of the session, payment intent, charge or refund it is about. */
  about: string | null;
  state: DeliveryState;
  /** Tries so far, with the status of each; null when no answer came. */
  attempts: DeliveryAttempt[];
}

/** What the control surface answers, by call. */
export interface ControlAnswer {
  deliveries: Delivery[];
  delivery: Delivery;
  sessions: Stripe.Checkout.Session[];
  session: Stripe.Checkout.Session;
  done: { done: true };
}

/** An event's standing as the control surface shows it. */
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
