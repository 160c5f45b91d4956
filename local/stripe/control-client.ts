import type { ControlAnswer } from './control-answer.ts';
import type {
  AlterRequest,
  Fault,
  PayRequest,
  ReleaseRequest,
  WebhookMode,
} from './control-request.ts';

/**
 * Lets a test do what shoppers, banks, networks and time do to a shop. Every call rejects with the
 * sandbox's reason when it cannot be done.
 */
export interface StripeControl {
  /** How events reach the webhook from now on. */
  webhookMode(mode: WebhookMode): Promise<void>;
  /** Every event so far, oldest first, with its tries and their status codes. */
  deliveries(): Promise<ControlAnswer['deliveries']>;
  /** Sends held events one after the other, and waits for each to be answered once. */
  release(wanted?: ReleaseRequest): Promise<ControlAnswer['deliveries']>;
  /** Sends an event once more, whatever became of it, and waits for the answer. */
  redeliver(event: string): Promise<ControlAnswer['delivery']>;
  /** Waits until no event is on its way or waiting for its next try; held ones do not count. */
  whenIdle(timeoutMs?: number): Promise<void>;
  /** Every session so far, oldest first. */
  sessions(): Promise<ControlAnswer['sessions']>;
  /** Lets an open session expire at once. */
  expire(session: string): Promise<ControlAnswer['session']>;
  /** Pays, or fails to pay, an open session as a shopper would. */
  pay(session: string, wanted: PayRequest): Promise<ControlAnswer['session']>;
  /** Ends a payment made with outcome `async_pending`. */
  settle(session: string, succeed: boolean): Promise<ControlAnswer['session']>;
  /** Makes a session report another amount (minor units) or currency than the shop ordered. */
  alter(session: string, to: AlterRequest): Promise<ControlAnswer['session']>;
  /** Orders a failure for API calls to come. */
  fail(fault: Fault): Promise<void>;
  /** Moves the sandbox's time forward; sessions expire and idempotency keys are forgotten. */
  advanceClock(seconds: number): Promise<void>;
  /** Forgets everything and goes back to plain delivery. */
  reset(): Promise<void>;
}

/** @param url address of the sandbox, as `startStripeSandbox` gives it */
export function stripeControl(url: string): StripeControl {
  async function ask<K extends keyof ControlAnswer>(
    path: string,
    body: object | null,
  ): Promise<ControlAnswer[K]> {
    const answer = await fetch(
      `${url}/_control${path}`,
      body === null
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          },
    );
    const read = await answer.json();
    if (!answer.ok) throw new Error(`stripe sandbox, ${path}: ${read.error}`);
    return read;
  }

  async function order(path: string, body: object): Promise<void> {
    await ask<'done'>(path, body);
  }

  return {
    webhookMode: (mode) => order('/webhook', mode),
    deliveries: () => ask<'deliveries'>('/deliveries', null),
    release: (wanted = {}) => ask<'deliveries'>('/release', wanted),
    redeliver: (event) => ask<'delivery'>(`/events/${event}/redeliver`, {}),
    whenIdle: (timeoutMs = 5000) => order('/idle', { timeoutMs }),
    sessions: () => ask<'sessions'>('/sessions', null),
    expire: (session) => ask<'session'>(`/sessions/${session}/expire`, {}),
    pay: (session, wanted) => ask<'session'>(`/sessions/${session}/pay`, wanted),
    settle: (session, succeed) => ask<'session'>(`/sessions/${session}/settle`, { succeed }),
    alter: (session, to) => ask<'session'>(`/sessions/${session}/alter`, to),
    fail: (fault) => order('/faults', fault),
    advanceClock: (advanceSeconds) => order('/clock', { advanceSeconds }),
    reset: () => order('/reset', {}),
  };
}
