import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from 'hono';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import { deliveryOf } from './control-answer.ts';
import { controlRequest } from './control-request.ts';
import { alterSession, chargeOfSession, simulatedAttempt } from './control-session.ts';
import { createRefund } from './create-refund.ts';
import { openDispute, settleDispute } from './dispute.ts';
import { expireSession } from './expire-session.ts';
import type { FaultQueue } from './fault.ts';
import { letTimePass } from './pass-time.ts';
import { answerChallenge, paySession } from './pay-session.ts';
import { failPayout, payOutByHand } from './payout.ts';
import { NO_REQUEST } from './request-origin.ts';
import { refundParameters } from './request-parameters.ts';
import type { SandboxContext } from './sandbox-context.ts';
import { settlePayment } from './settle-payment.ts';
import { settleRefund } from './settle-refund.ts';
import type { StoredEvent } from './state.ts';
import { clearState } from './state.ts';
import type { WebhookDelivery } from './webhook-delivery.ts';

interface ControlParts {
  context: SandboxContext;
  delivery: WebhookDelivery;
  faults: FaultQueue;
  onChange: () => void;
}

/**
 * Accepts only JSON, against CSRF: a web page that a developer has open cannot send that content type
 * cross-origin without a preflight.
 */
async function read<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  if (!c.req.header('content-type')?.startsWith('application/json')) {
    throw new HTTPException(415, { message: 'Send application/json.' });
  }
  const parsed = schema.safeParse(await c.req.json().catch(() => null));
  if (parsed.success) return parsed.data;
  throw new HTTPException(400, { message: parsed.error.message });
}

function refuse(status: 404 | 409, message: string): never {
  throw new HTTPException(status, { message });
}

function webhookRoutes({ context: { state }, delivery, onChange }: ControlParts): Hono {
  const eventOf = (id: string): StoredEvent =>
    state.events.get(id) ?? refuse(404, `There is no event ${id}.`);

  const routes = new Hono();
  routes.post('/webhook', async (c) => {
    delivery.setMode(await read(c, controlRequest.webhookMode));
    return c.json({ done: true });
  });
  routes.get('/deliveries', (c) => c.json(Array.from(state.events.values(), deliveryOf)));
  routes.post('/release', async (c) => {
    const { events, order } = await read(c, controlRequest.release);
    const held = [...state.events.values()].filter((stored) => stored.delivery === 'held');
    const given = events?.map(eventOf) ?? held;
    const inOrder = order === 'reverse' ? given.toReversed() : given;
    // Sequentially, so that they arrive in this order.
    for (const stored of inOrder) await delivery.redeliver(stored);
    return c.json(inOrder.map(deliveryOf));
  });
  routes.post('/events/:id/redeliver', async (c) => {
    await read(c, controlRequest.nothing);
    const stored = eventOf(c.req.param('id'));
    await delivery.redeliver(stored);
    return c.json(deliveryOf(stored));
  });
  routes.post('/idle', async (c) => {
    const { timeoutMs } = await read(c, controlRequest.idle);
    const until = Date.now() + timeoutMs;
    while (!delivery.isIdle()) {
      if (Date.now() >= until) refuse(409, `Events are still in flight after ${timeoutMs} ms.`);
      await pause(5);
    }
    onChange();
    return c.json({ done: true });
  });
  return routes;
}

function sessionRoutes({ context, onChange }: ControlParts): Hono {
  const { state } = context;
  const sessionOf = (id: string) =>
    state.sessions.get(id) ?? refuse(404, `There is no session ${id}.`);

  const routes = new Hono();
  routes.get('/', (c) => c.json(Array.from(state.sessions.values(), ({ session }) => session)));
  routes.post('/:id/expire', async (c) => {
    await read(c, controlRequest.nothing);
    const stored = sessionOf(c.req.param('id'));
    expireSession(context, stored, NO_REQUEST);
    onChange();
    return c.json(stored.session);
  });
  routes.post('/:id/pay', async (c) => {
    const request = await read(c, controlRequest.pay);
    const stored = sessionOf(c.req.param('id'));
    const attempt = simulatedAttempt(stored, request) ?? refuse(409, 'No such shipping option.');
    const result = paySession(context, stored, attempt);
    if (result.kind === 'closed') refuse(409, `The session is ${stored.session.status}.`);
    onChange();
    return c.json(stored.session);
  });
  routes.post('/:id/settle', async (c) => {
    const { succeed } = await read(c, controlRequest.settle);
    const stored = sessionOf(c.req.param('id'));
    if (!settlePayment(context, stored, succeed)) refuse(409, 'It has no pending payment.');
    onChange();
    return c.json(stored.session);
  });
  routes.post('/:id/challenge', async (c) => {
    const { passed } = await read(c, controlRequest.challenge);
    const stored = sessionOf(c.req.param('id'));
    const result = answerChallenge(context, stored, passed);
    if (result.kind === 'closed') refuse(409, 'No challenge is open.');
    onChange();
    return c.json(stored.session);
  });
  routes.post('/:id/alter', async (c) => {
    const changes = await read(c, controlRequest.alter);
    const { session } = sessionOf(c.req.param('id'));
    alterSession(context, session, changes);
    onChange();
    return c.json(session);
  });
  return routes;
}

/** Events at the dashboard and the bank after a payment. */
function afterPaymentRoutes({ context, onChange }: ControlParts): Hono {
  const { state } = context;
  const chargeOf = (session: string) => {
    const stored = state.sessions.get(session) ?? refuse(404, `There is no session ${session}.`);
    return chargeOfSession(context, stored.session) ?? refuse(409, 'Nothing was paid.');
  };

  const routes = new Hono();
  routes.post('/sessions/:id/refund', async (c) => {
    const { amount, status } = await read(c, controlRequest.refund);
    const charge = chargeOf(c.req.param('id')).id;
    const parameters = { ...refundParameters.read({ charge }, ''), amount };
    const refund = createRefund(context, parameters, NO_REQUEST, status);
    onChange();
    return c.json(refund);
  });
  routes.post('/refunds/:id/settle', async (c) => {
    const { status } = await read(c, controlRequest.settleRefund);
    const refund = state.refunds.get(c.req.param('id')) ?? refuse(404, 'No such refund.');
    if (!settleRefund(context, refund, status)) refuse(409, `The refund is ${refund.status}.`);
    onChange();
    return c.json(refund);
  });
  routes.post('/sessions/:id/dispute', async (c) => {
    const { reason } = await read(c, controlRequest.dispute);
    const dispute = openDispute(context, chargeOf(c.req.param('id')), reason);
    onChange();
    return c.json(dispute);
  });
  routes.post('/disputes/:id/settle', async (c) => {
    const { status } = await read(c, controlRequest.settleDispute);
    const dispute = state.disputes.get(c.req.param('id')) ?? refuse(404, 'No such dispute.');
    if (!settleDispute(context, dispute, status)) refuse(409, `The dispute is ${dispute.status}.`);
    onChange();
    return c.json(dispute);
  });
  routes.post('/payouts', async (c) => {
    const payout = payOutByHand(context, await read(c, controlRequest.payout));
    if (!payout) refuse(409, 'The balance does not cover it.');
    onChange();
    return c.json(payout);
  });
  routes.post('/payouts/:id/fail', async (c) => {
    await read(c, controlRequest.nothing);
    const payout = state.payouts.get(c.req.param('id')) ?? refuse(404, 'No such payout.');
    if (!failPayout(context, payout)) refuse(409, `The payout is ${payout.status}.`);
    onChange();
    return c.json(payout);
  });
  return routes;
}

/** The control API for tests, `/_control`; `control-client.ts` is its typed client. */
export function controlRoutes(parts: ControlParts): Hono {
  const { context, delivery, faults, onChange } = parts;
  const routes = new Hono();
  routes.onError((failure, c) => {
    if (failure instanceof ApiError) return c.json({ error: failure.message }, 409);
    if (failure instanceof HTTPException) return c.json({ error: failure.message }, failure.status);
    console.error('stripe sandbox: a control call failed', failure);
    return c.json({ error: 'The sandbox failed.' }, 500);
  });
  routes.route('/', webhookRoutes(parts));
  routes.route('/sessions', sessionRoutes(parts));
  routes.route('/', afterPaymentRoutes(parts));
  routes.post('/faults', async (c) => {
    faults.add(await read(c, controlRequest.fault));
    return c.json({ done: true });
  });
  routes.post('/clock', async (c) => {
    context.clock.advance((await read(c, controlRequest.clock)).advanceSeconds);
    letTimePass(context);
    onChange();
    return c.json({ done: true });
  });
  routes.post('/reset', async (c) => {
    await read(c, controlRequest.nothing);
    delivery.reset();
    faults.clear();
    context.clock.reset();
    clearState(context.state);
    onChange();
    return c.json({ done: true });
  });
  return routes;
}
