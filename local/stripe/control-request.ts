import { z } from 'zod';

/** What the control surface takes, one schema a call. Times in milliseconds unless they say else. */
export const controlRequest = {
  /** How events reach the webhook: at once, never, late, several times, or when released. */
  webhookMode: z.discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('deliver') }),
    z.strictObject({ mode: z.literal('drop') }),
    z.strictObject({ mode: z.literal('delay'), delayMs: z.int().min(0) }),
    z.strictObject({ mode: z.literal('repeat'), times: z.int().min(1).max(50) }),
    z.strictObject({ mode: z.literal('hold') }),
  ]),
  release: z.strictObject({
    /** Held events to send, in this order; all of them when left out. */
    events: z.array(z.string()).optional(),
    order: z.enum(['given', 'reverse']).default('given'),
  }),
  pay: z.strictObject({
    outcome: z.enum(['paid', 'declined', 'async_pending']),
    /** Which of the session's shipping options; the one chosen so far when left out. */
    shipping: z.int().min(0).optional(),
    email: z.string().optional(),
  }),
  settle: z.strictObject({ succeed: z.boolean() }),
  /** Makes a session say something else than the shop ordered, as no shopper could. */
  alter: z.strictObject({
    amount_total: z.int().min(0).optional(),
    currency: z.string().length(3).optional(),
  }),
  /** A failure for API calls to come. */
  fault: z.strictObject({
    /** Any method when left out. */
    method: z.enum(['GET', 'POST']).optional(),
    /** Path of the call, `*` standing for any characters: `/v1/checkout/sessions*`. */
    path: z.string().startsWith('/'),
    /** How many calls fail; 1 when left out. */
    times: z.int().min(1).optional(),
    /** An answer of this status, a cut connection, or nothing but the delay. */
    outcome: z.union([z.int().min(400).max(599), z.literal('drop'), z.literal('slow')]),
    /** Whether the work is done before the failure; `before`, the default, does nothing. */
    when: z.enum(['before', 'after']).optional(),
    /** How long the call waits first. */
    delayMs: z.int().min(0).optional(),
  }),
  clock: z.strictObject({ advanceSeconds: z.int().min(0) }),
  idle: z.strictObject({ timeoutMs: z.int().min(0).max(60_000).default(5000) }),
  nothing: z.strictObject({}),
};

export type WebhookMode = z.output<typeof controlRequest.webhookMode>;
export type Fault = z.output<typeof controlRequest.fault>;
export type PayRequest = z.output<typeof controlRequest.pay>;
export type ReleaseRequest = z.input<typeof controlRequest.release>;
export type AlterRequest = z.output<typeof controlRequest.alter>;
