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
  }),
  settle: z.strictObject({ succeed: z.boolean() }),
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
    /** How many calls fail; 1 if omitted. */
    times: z.int().min(1).optional(),
    /** A response with this status, a dropped connection, or only the delay. */
    outcome: z.union([z.int().min(400).max(599), z.literal('drop'), z.literal('slow')]),
    /** Fail before (the default) or after the call has taken effect. */
    when: z.enum(['before', 'after']).optional(),
    /** Delay before that. */
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
