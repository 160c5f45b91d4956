import { Stripe } from 'stripe';
import type { Clock } from './clock.ts';
import { objectId } from './object-id.ts';
import type { RequestOrigin } from './request-origin.ts';
import type { SandboxEventType, SandboxState, StoredEvent } from './state.ts';

/** Stores events in order and hands them to delivery. */
export interface EventLog {
  /** Stores an event with a snapshot of its object, and delivers it. */
  record(type: SandboxEventType, about: object, request: RequestOrigin): void;
}

/**
 * @param deliver called with each event after it is stored; must not throw
 */
export function createEventLog(
  state: SandboxState,
  clock: Clock,
  deliver: (event: StoredEvent) => void,
): EventLog {
  return {
    record(type, about, request) {
      const stored: StoredEvent = {
        event: {
          id: objectId('evt'),
          object: 'event',
          // The installed SDK's own, so that sandbox and shop cannot drift apart.
          api_version: Stripe.API_VERSION,
          created: clock.now(),
          data: { object: structuredClone(about) },
          livemode: false,
          pending_webhooks: 0,
          request,
          type,
        },
        delivery: 'none',
        attempts: [],
      };
      state.events.set(stored.event.id, stored);
      deliver(stored);
    },
  };
}
