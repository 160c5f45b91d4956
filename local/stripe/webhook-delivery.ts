import type { WebhookMode } from './control-request.ts';
import type { StoredEvent } from './state.ts';
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
  /** Breaks off what is under way, forgets the next tries and goes back to mode `deliver`. */
  reset(): void;
}

interface DeliveryOptions {
  target: WebhookTarget | null;
  /** Milliseconds before the second try, the third … */
  retryDelays: readonly number[];
  /** Called whenever an event's standing has changed. */
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
  let breakOff = new AbortController();
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

  async function attempt(stored: StoredEvent, copies: number): Promise<void> {
    if (!target) return;
    const { signal } = breakOff;
    stored.delivery = 'pending';
    underWay += 1;
    const accepted = await Promise.all(
      Array.from({ length: copies }, () => sendOnce(stored, target, signal)),
    );
    underWay -= 1;
    // What is broken off stays pending, and is taken up when the sandbox starts again.
    if (signal.aborted) return;
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
    reset() {
      breakOff.abort();
      breakOff = new AbortController();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      mode = { mode: 'deliver' };
    },
  };
}
