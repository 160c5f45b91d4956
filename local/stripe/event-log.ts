import { Stripe } from 'stripe';
import type { Clock } from './clock.ts';
import { objectId } from './object-id.ts';
import type { RequestOrigin } from './request-origin.ts';
import type { SandboxEventType, SandboxState, StoredEvent } from './state.ts';

/** Records what happened, in order, and passes it on to whoever delivers it. */
export interface EventLog {
  /** Keeps an event about an object as it is now, and has it sent. */
  record(type: SandboxEventType, about: object, request: RequestOrigin): void;
}

/**
 * @param deliver called with each event after it is kept; must not throw
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
          // The installed SDK's own version, so that sandbox and shop cannot drift apart.
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
