import type { StoredEvent } from './state.ts';
import type { WebhookMode } from './webhook-mode.ts';
import type { WebhookTarget } from './webhook-sender.ts';
import { sendEvent, wasAccepted } from './webhook-sender.ts';

/** Brings events to the shop's webhook, again and again until it takes them. */
export interface WebhookDelivery {
  /** Starts an event on its way. Returns at once. */
  deliver(stored: StoredEvent): void;
  setMode(mode: WebhookMode): void;
  /** Sends an event now, whatever became of it before, and waits for the answer. */
  redeliver(stored: StoredEvent): Promise<void>;
  /** Whether nothing is on its way or waiting for its next try; held events do not count. */
  isIdle(): boolean;
  /** Forgets the next tries. */
  cancelRetries(): void;
  /** Stops for good and breaks off what is under way. */
  close(): void;
}

interface DeliveryOptions {
  target: WebhookTarget | null;
  /** Milliseconds before the second try, the third … */
  retryDelays: readonly number[];
  /** Called whenever an event's standing has changed. */
  onChange: () => void;
}

/** Delivery to one endpoint, starting in mode `deliver`. */
export function createWebhookDelivery(options: DeliveryOptions): WebhookDelivery {
  const { target, retryDelays, onChange } = options;
  const closing = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  let underWay = 0;
  let mode: WebhookMode = { mode: 'deliver' };

  function later(delayMs: number, stored: StoredEvent): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      // It may have been sent by hand in the meantime.
      if (stored.delivery === 'pending') void attempt(stored, 1);
    }, delayMs);
    timers.add(timer);
  }

  async function send(stored: StoredEvent, to: WebhookTarget): Promise<boolean> {
    const result = await sendEvent(stored.event, to, closing.signal);
    if (closing.signal.aborted) return false;
    stored.attempts.push(result);
    return wasAccepted(result);
  }

  async function attempt(stored: StoredEvent, copies: number): Promise<void> {
    if (!target) return;
    stored.delivery = 'pending';
    underWay += 1;
    const accepted = await Promise.all(Array.from({ length: copies }, () => send(stored, target)));
    underWay -= 1;
    if (closing.signal.aborted) return;
    if (accepted.includes(true)) {
      stored.delivery = 'delivered';
      stored.event.pending_webhooks = 0;
    } else {
      const delay = retryDelays[stored.attempts.length - 1];
      if (delay === undefined) stored.delivery = 'failed';
      else later(delay, stored);
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
      else if (mode.mode === 'delay') later(mode.delayMs, stored);
      else void attempt(stored, mode.mode === 'repeat' ? mode.times : 1);
    },
    setMode(next) {
      mode = next;
    },
    redeliver: (stored) => attempt(stored, 1),
    isIdle: () => underWay === 0 && timers.size === 0,
    cancelRetries() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
    close() {
      closing.abort();
      this.cancelRetries();
    },
  };
}
