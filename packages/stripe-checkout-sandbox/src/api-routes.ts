import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { Hono } from 'hono';
import type { ApiParts, ApiRequest } from './api-call.ts';
import { answerCall, errorText } from './api-call.ts';
import { ApiError } from './api-error.ts';
import { balanceEndpoints } from './balance-endpoints.ts';
import { couponEndpoints } from './coupon-endpoints.ts';
import { disputeEndpoints } from './dispute-endpoints.ts';
import { eventEndpoints } from './event-endpoints.ts';
import { objectId } from './object-id.ts';
import { letTimePass } from './pass-time.ts';
import { paymentEndpoints } from './payment-endpoints.ts';
import { payoutEndpoints } from './payout-endpoints.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { webhookEndpointList } from './webhook-endpoint-list.ts';

interface NodeEnvironment {
  Bindings: HttpBindings;
}

async function readRequest(c: Context<NodeEnvironment>, id: string): Promise<ApiRequest> {
  const { method, path } = c.req;
  return {
    id,
    method,
    path,
    objectId: c.req.param('id') ?? '',
    authorization: c.req.header('authorization'),
    encoded: method === 'GET' ? new URL(c.req.url).search.slice(1) : await c.req.text(),
    idempotencyKey: c.req.header('idempotency-key') ?? null,
  };
}

/**
 * Stripe's advice on whether to retry with the same idempotency key, which the SDK obeys
 * (docs.stripe.com/error-low-level): a stored failure would only be replayed.
 */
function retryAdvice({ idempotencyKey }: ApiRequest, status: number): string | null {
  if (status === 409) return 'true';
  return status >= 500 && idempotencyKey !== null ? 'false' : null;
}

function jsonAnswer(request: ApiRequest, status: number, body: string, replayed = false): Response {
  const headers = new Headers({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'request-id': request.id,
  });
  if (request.idempotencyKey !== null) headers.set('idempotency-key', request.idempotencyKey);
  if (replayed) headers.set('idempotent-replayed', 'true');
  const advice = retryAdvice(request, status);
  if (advice !== null) headers.set('stripe-should-retry', advice);
  return new Response(body, { status, headers });
}

function refusal(request: ApiRequest, failure: unknown): Response {
  if (failure instanceof ApiError) {
    return jsonAnswer(request, failure.status, errorText(failure, request.id));
  }
  console.error('stripe sandbox: a call failed', failure);
  const fault = new ApiError(500, { type: 'api_error', message: 'The local sandbox failed.' });
  return jsonAnswer(request, 500, errorText(fault, request.id));
}

const endpoints = [
  ...sessionEndpoints,
  ...couponEndpoints,
  ...paymentEndpoints,
  ...disputeEndpoints,
  ...balanceEndpoints,
  ...payoutEndpoints,
  webhookEndpointList,
  ...eventEndpoints,
];

/** The API below `/v1`. `onChange` is called after every call that may have changed the state. */
export function apiRoutes(parts: ApiParts, onChange: () => void): Hono<NodeEnvironment> {
  const routes = new Hono<NodeEnvironment>();
  for (const endpoint of endpoints) {
    routes.on(endpoint.method, endpoint.path, async (c) => {
      const request = await readRequest(c, objectId('req', 14));
      try {
        if (letTimePass(parts.context)) onChange();
        const answer = await answerCall(parts, endpoint, request);
        if (answer) return jsonAnswer(request, answer.status, answer.body, answer.replayed);
        c.env.incoming.socket.destroy();
        return RESPONSE_ALREADY_SENT;
      } catch (failure) {
        return refusal(request, failure);
      } finally {
        if (request.method !== 'GET') onChange();
      }
    });
  }
  routes.all('*', async (c) => {
    const request = await readRequest(c, objectId('req', 14));
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}). The local sandbox implements only part of Stripe's API.`;
    return refusal(request, new ApiError(404, { type: 'invalid_request_error', message }));
  });
  return routes;
}
