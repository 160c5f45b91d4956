import { z } from 'zod';

/** Requests of the control API, one schema per call. Times in milliseconds unless stated otherwise. */
export const controlRequest = {
  /** How events are delivered: at once, never, late, repeatedly, or when released. */
  webhookMode: z.discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('deliver') }),
    z.strictObject({ mode: z.literal('drop') }),
    z.strictObject({ mode: z.literal('delay'), delayMs: z.int().min(0) }),
    z.strictObject({ mode: z.literal('repeat'), times: z.int().min(1).max(50) }),
    z.strictObject({ mode: z.literal('hold') }),
  ]),
  release: z.strictObject({
    /** Held events to send, in this order; all of them if omitted. */
    events: z.array(z.string()).optional(),
    order: z.enum(['given', 'reverse']).default('given'),
  }),
  pay: z.strictObject({
    outcome: z.enum(['paid', 'declined', 'async_pending']),
    /** Index of the shipping option; the one selected so far if omitted. */
    shipping: z.int().min(0).optional(),
    email: z.string().optional(),
    /** Phone number, if the page asks for one; null as from a wallet without one, a sample if omitted. */
    phone: z.string().nullable().optional(),
    /** A test card, whose own answer counts when the outcome is `paid`. */
    card: z.string().optional(),
    /** Delivery address, if the page asks for one; a sample in the allowed country if omitted. */
    address: z
      .strictObject({
        name: z.string(),
        line1: z.string(),
        line2: z.string().nullable().default(null),
        city: z.string(),
        state: z.string().nullable().default(null),
        postal_code: z.string(),
        country: z.string().length(2),
      })
      .optional(),
  }),
  /** A refund at the dashboard. */
  refund: z.strictObject({
    /** Minor units; all that is left if omitted. */
    amount: z.int().min(1).optional(),
    /** Initial status; that of the test card if omitted. */
    status: z.enum(['succeeded', 'pending', 'requires_action']).optional(),
  }),
  settleRefund: z.strictObject({
    status: z.enum(['succeeded', 'failed', 'canceled', 'requires_action']),
  }),
  dispute: z.strictObject({
    reason: z.enum(['fraudulent', 'product_not_received', 'inquiry']).default('fraudulent'),
  }),
  settleDispute: z.strictObject({
    status: z.enum(['under_review', 'won', 'lost', 'warning_closed']),
  }),
  /** A payout at the dashboard, in minor units. */
  payout: z.strictObject({
    amount: z.int().min(1),
    currency: z.string().length(3).default('gbp'),
  }),
  settle: z.strictObject({ succeed: z.boolean() }),
  challenge: z.strictObject({ passed: z.boolean() }),
  /** Makes a session differ from what the shop requested, as no shopper could. */
  alter: z.strictObject({
    amount_total: z.int().min(0).optional(),
    currency: z.string().length(3).optional(),
  }),
  /** A failure of upcoming API calls. */
  fault: z.strictObject({
    /** Any method if omitted. */
    method: z.enum(['GET', 'POST']).optional(),
    /** Path of the call, with `*` as a wildcard: `/v1/checkout/sessions*`. */
    path: z.string().startsWith('/'),
    /** Number of failing calls; 1 if omitted. */
    times: z.int().min(1).optional(),
    /** A response with this status, a dropped connection, or only the delay. */
    outcome: z.union([z.int().min(400).max(599), z.literal('drop'), z.literal('slow')]),
    /** Fail before (the default) or after the call has taken effect. */
    when: z.enum(['before', 'after']).optional(),
    /** Delay before that. */
    delayMs: z.int().min(0).optional(),
    /**
     * Whether the answer is stored under the call's idempotency key. If omitted, every status but 401,
     * 403, 409 and 429, with which Stripe refuses a call before it runs.
     */
    stored: z.boolean().optional(),
  }),
  clock: z.strictObject({ advanceSeconds: z.int().min(0) }),
  idle: z.strictObject({ timeoutMs: z.int().min(0).max(60_000).default(5000) }),
  nothing: z.strictObject({}),
};

export type WebhookMode = z.output<typeof controlRequest.webhookMode>;
export type Fault = z.output<typeof controlRequest.fault>;
export type PayRequest = z.input<typeof controlRequest.pay>;
export type PaidWith = z.output<typeof controlRequest.pay>;
export type ReleaseRequest = z.input<typeof controlRequest.release>;
export type RefundRequest = z.input<typeof controlRequest.refund>;
export type SettleRefundRequest = z.output<typeof controlRequest.settleRefund>;
export type DisputeRequest = z.input<typeof controlRequest.dispute>;
export type SettleDisputeRequest = z.output<typeof controlRequest.settleDispute>;
export type PayoutRequest = z.input<typeof controlRequest.payout>;
export type AlterRequest = z.output<typeof controlRequest.alter>;
