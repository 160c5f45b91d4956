import type { ControlAnswer } from './control-answer.ts';
import type {
  AlterRequest,
  DisputeRequest,
  Fault,
  PayoutRequest,
  PayRequest,
  RefundRequest,
  ReleaseRequest,
  SettleDisputeRequest,
  SettleRefundRequest,
  WebhookMode,
} from './control-request.ts';

/**
 * Lets a test simulate shoppers, banks, networks and the passage of time. Calls reject with the
 * sandbox's error message.
 */
export interface StripeControl {
  /** Sets how events are delivered from now on. */
  webhookMode(mode: WebhookMode): Promise<void>;
  /** Every event so far, oldest first, with its delivery attempts. */
  deliveries(): Promise<ControlAnswer['deliveries']>;
  /** Sends held events one by one, waiting for each response. */
  release(request?: ReleaseRequest): Promise<ControlAnswer['deliveries']>;
  /** Sends an event again, whatever its status, and waits for the response. */
  redeliver(event: string): Promise<ControlAnswer['delivery']>;
  /** Waits until no event is in flight or due for a retry; held ones do not count. */
  whenIdle(timeoutMs?: number): Promise<void>;
  /** Every session so far, oldest first. */
  sessions(): Promise<ControlAnswer['sessions']>;
  /** Expires an open session at once. */
  expire(session: string): Promise<ControlAnswer['session']>;
  /** Pays an open session, or fails to, as a shopper would. */
  pay(session: string, request: PayRequest): Promise<ControlAnswer['session']>;
  /** Settles a payment made with outcome `async_pending`. */
  settle(session: string, succeed: boolean): Promise<ControlAnswer['session']>;
  /** Refunds a paid session at the dashboard. */
  refund(session: string, request?: RefundRequest): Promise<ControlAnswer['refund']>;
  /** Settles a refund: succeeded, failed, cancelled or waiting for the shopper. */
  settleRefund(
    refund: string,
    status: SettleRefundRequest['status'],
  ): Promise<ControlAnswer['refund']>;
  /** Disputes a paid session, as the card's owner. */
  dispute(session: string, request?: DisputeRequest): Promise<ControlAnswer['dispute']>;
  /** Moves a dispute on: under review, won, lost or closed. */
  settleDispute(
    dispute: string,
    status: SettleDisputeRequest['status'],
  ): Promise<ControlAnswer['dispute']>;
  /** Pays out by hand, as at the dashboard. */
  payOut(request: PayoutRequest): Promise<ControlAnswer['payout']>;
  /** Lets the bank send a payout back. */
  failPayout(payout: string): Promise<ControlAnswer['payout']>;
  /** Completes 3-D Secure for a session paid with a card that asks for it. */
  answerChallenge(session: string, passed: boolean): Promise<ControlAnswer['session']>;
  /** Makes a session report another amount (minor units) or currency than the shop requested. */
  alter(session: string, to: AlterRequest): Promise<ControlAnswer['session']>;
  /** Simulates a failure of upcoming API calls. */
  fail(fault: Fault): Promise<void>;
  /** Advances the sandbox's clock; sessions and idempotency keys expire accordingly. */
  advanceClock(seconds: number): Promise<void>;
  /** Clears the state and returns to mode `deliver`. */
  reset(): Promise<void>;
}

/** @param url address of the sandbox, from `startStripeSandbox` */
export function stripeControl(url: string): StripeControl {
  async function call<K extends keyof ControlAnswer>(
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
    const result = await answer.json();
    if (!answer.ok) throw new Error(`stripe sandbox, ${path}: ${result.error}`);
    return result;
  }

  async function command(path: string, body: object): Promise<void> {
    await call<'done'>(path, body);
  }

  return {
    webhookMode: (mode) => command('/webhook', mode),
    deliveries: () => call<'deliveries'>('/deliveries', null),
    release: (request = {}) => call<'deliveries'>('/release', request),
    redeliver: (event) => call<'delivery'>(`/events/${event}/redeliver`, {}),
    whenIdle: (timeoutMs = 5000) => command('/idle', { timeoutMs }),
    sessions: () => call<'sessions'>('/sessions', null),
    expire: (session) => call<'session'>(`/sessions/${session}/expire`, {}),
    pay: (session, request) => call<'session'>(`/sessions/${session}/pay`, request),
    settle: (session, succeed) => call<'session'>(`/sessions/${session}/settle`, { succeed }),
    refund: (session, request = {}) => call<'refund'>(`/sessions/${session}/refund`, request),
    settleRefund: (refund, status) => call<'refund'>(`/refunds/${refund}/settle`, { status }),
    dispute: (session, request = {}) => call<'dispute'>(`/sessions/${session}/dispute`, request),
    settleDispute: (dispute, status) => call<'dispute'>(`/disputes/${dispute}/settle`, { status }),
    payOut: (request) => call<'payout'>('/payouts', request),
    failPayout: (payout) => call<'payout'>(`/payouts/${payout}/fail`, {}),
    answerChallenge: (session, passed) =>
      call<'session'>(`/sessions/${session}/challenge`, { passed }),
    alter: (session, to) => call<'session'>(`/sessions/${session}/alter`, to),
    fail: (fault) => command('/faults', fault),
    advanceClock: (advanceSeconds) => command('/clock', { advanceSeconds }),
    reset: () => command('/reset', {}),
  };
}
