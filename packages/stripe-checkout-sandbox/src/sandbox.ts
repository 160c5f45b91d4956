import type { HttpBindings } from '@hono/node-server';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { once } from 'node:events';
import { Server } from 'node:http';
import { apiRoutes } from './api-routes.ts';
import { createClock } from './clock.ts';
import { controlRoutes } from './control-routes.ts';
import { createEventLog } from './event-log.ts';
import { startExpiryTimer } from './expiry-timer.ts';
import { createFaultQueue } from './fault.ts';
import { createIdempotencyKeys } from './idempotency.ts';
import { paymentPageRoutes } from './payment-page-routes.ts';
import type { StateFile } from './state-file.ts';
import { openStateFile } from './state-file.ts';
import { emptyState } from './state.ts';
import { createWebhookDelivery } from './webhook-delivery.ts';
import type { WebhookTarget } from './webhook-sender.ts';

/** Options for starting a sandbox. */
export interface StripeSandboxOptions {
  /** Port on 127.0.0.1; 0 takes any free one. */
  port: number;
  /** The only API key accepted, `sk_test_…`. */
  secretKey: string;
  /** Target of signed events; null sends none. */
  webhook: WebhookTarget | null;
  /** JSON file that persists the state between runs; in memory only when absent. */
  dataFile?: string;
  /** Backoff in milliseconds before each retry of an event's delivery. */
  webhookRetryDelays?: readonly number[];
}

/** A running sandbox. */
export interface StripeSandbox {
  url: string;
  port: number;
  /** Closes the port, connections and timers, and writes the state. */
  close(): Promise<void>;
}

const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

/**
 * Starts a local stand-in for Stripe: the API for the `stripe` SDK at `/v1`, the hosted payment page
 * at `/c/pay`, signed webhooks, and `/_control` for tests.
 */
export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const state = emptyState();
  const clock = createClock();
  const file: StateFile | null =
    options.dataFile === undefined ? null : await openStateFile(options.dataFile, state);
  const onChange = () => file?.touch();
  const delivery = createWebhookDelivery({
    target: options.webhook,
    retryDelays: options.webhookRetryDelays ?? RETRY_DELAYS_MS,
    onChange,
  });
  const app = new Hono<{ Bindings: HttpBindings }>();
  const server = createAdaptorServer({ fetch: app.fetch });
  if (!(server instanceof Server)) throw new TypeError('expected a plain HTTP server');
  const port = await listen(server, options.port);
  const context = {
    state,
    clock,
    events: createEventLog(state, clock, delivery.deliver),
    origin: `http://127.0.0.1:${port}`,
    webhookUrl: options.webhook?.url ?? null,
    startedAt: clock.now(),
  };
  for (const { session } of state.sessions.values()) {
    // The port may differ from the last run's.
    if (session.url !== null) session.url = `${context.origin}/c/pay/${session.id}`;
  }
  for (const stored of state.events.values()) {
    if (stored.delivery === 'pending') void delivery.redeliver(stored);
  }
  const keys = createIdempotencyKeys(state.answers, clock);
  const faults = createFaultQueue();
  const stopExpiry = startExpiryTimer(context, onChange);
  // Stripe never loses a response, so the state is saved before each one, in case this process is killed.
  app.use(async (_c, next) => {
    await next();
    await file?.saved();
  });
  app.route('/_control', controlRoutes({ context, delivery, faults, onChange }));
  app.route('/c/pay', paymentPageRoutes(context, onChange));
  app.route('/v1', apiRoutes({ context, secretKey: options.secretKey, keys, faults }, onChange));
  return {
    url: context.origin,
    port,
    async close() {
      stopExpiry();
      delivery.reset();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await file?.close();
    },
  };
}
