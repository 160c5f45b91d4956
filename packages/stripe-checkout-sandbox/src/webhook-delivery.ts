import type { WebhookMode } from './control-request.ts';
import type { StoredEvent } from './state.ts';
import type { WebhookTarget } from './webhook-sender.ts';
import { sendEvent, wasAccepted } from './webhook-sender.ts';

/** Delivers events to the shop's webhook, with retries. */
export interface WebhookDelivery {
  /** Starts delivering an event. Returns at once. */
  deliver(stored: StoredEvent): void;
  setMode(mode: WebhookMode): void;
  /** Sends an event now, whatever its status, and waits for the response. */
  redeliver(stored: StoredEvent): Promise<void>;
  /** Whether no event is in flight or due for a retry; held events do not count. */
  isIdle(): boolean;
  /** Aborts deliveries in flight, cancels retries and returns to mode `deliver`. */
  reset(): void;
}

interface DeliveryOptions {
  target: WebhookTarget | null;
  /** Backoff in milliseconds before each retry. */
  retryDelays: readonly number[];
  /** Called whenever an event's status has changed. */
  onChange: () => void;
}

async function sendOnce(stored: StoredEvent, to: WebhookTarget, signal: AbortSignal) {
  const result = await sendEvent(stored.event, to, signal);
  if (!signal.aborted) stored.attempts.push(result);
  return wasAccepted(result);
}

/** Delivery to one endpoint, starting in mode `deliver`. */
export function createWebhookDelivery(options: DeliveryOptions): WebhookDelivery {
  const { target, retryDelays, onChange } = options;
  let abortController = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  let inFlight = 0;
  let mode: WebhookMode = { mode: 'deliver' };

  function schedule(delayMs: number, stored: StoredEvent): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      // The event may have been redelivered manually meanwhile.
      if (stored.delivery === 'pending') void attempt(stored, 1);
    }, delayMs);
    timers.add(timer);
  }

  async function attempt(stored: StoredEvent, copies: number): Promise<void> {
    if (!target) return;
    const { signal } = abortController;
    stored.delivery = 'pending';
    inFlight += 1;
    const accepted = await Promise.all(
      Array.from({ length: copies }, () => sendOnce(stored, target, signal)),
    );
    inFlight -= 1;
    // Aborted deliveries stay pending and are resumed when the sandbox restarts.
    if (signal.aborted) return;
    if (accepted.includes(true)) {
      stored.delivery = 'delivered';
      stored.event.pending_webhooks = 0;
    } else {
      const delay = retryDelays[stored.attempts.length - 1];
      if (delay === undefined) stored.delivery = 'failed';
      else schedule(delay, stored);
    }
    onChange();
  }

  return {
    deliver(stored) {
      if (!target) return;
      stored.event.pending_webhooks = 1;
      stored.delivery = 'pending';
      if (mode.mode === 'drop') stored.delivery = 'dropped';
      else if (mode.mode === 'hold') stored.delivery = 'held';
      else if (mode.mode === 'delay') schedule(mode.delayMs, stored);
      else void attempt(stored, mode.mode === 'repeat' ? mode.times : 1);
    },
    setMode(next) {
      mode = next;
    },
    redeliver: (stored) => attempt(stored, 1),
    isIdle: () => inFlight === 0 && timers.size === 0,
    reset() {
      abortController.abort();
      abortController = new AbortController();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      mode = { mode: 'deliver' };
    },
  };
}
