import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, invalidRequest } from './api-error.ts';
import { checkApiKey } from './api-key.ts';
import type { Fault } from './control-request.ts';
import type { Endpoint } from './endpoint.ts';
import { expanded, expandPaths } from './expansion.ts';
import type { FaultQueue } from './fault.ts';
import type { FormRecord } from './form-body.ts';
import { MalformedForm, parseForm } from './form-body.ts';
import type { IdempotencyKeys, IdempotentCall } from './idempotency.ts';
import { canonicalParameters } from './idempotency.ts';
import type { SandboxContext } from './sandbox-context.ts';

/** Parts of the sandbox that API calls use. */
export interface ApiParts {
  context: SandboxContext;
  secretKey: string;
  keys: IdempotencyKeys;
  faults: FaultQueue;
}

/** An API request, independent of HTTP. */
export interface ApiRequest {
  id: string;
  method: string;
  path: string;
  /** The path's `:id`; empty if it has none. */
  objectId: string;
  authorization: string | undefined;
  /** Form-encoded: the query of a GET, the body of a POST. */
  encoded: string;
  idempotencyKey: string | null;
}

export interface ApiAnswer {
  status: number;
  body: string;
  /** Whether it came from the idempotency key's first use. */
  replayed: boolean;
}

/** Serialises an error as Stripe does. */
export function errorText(error: ApiError, requestId: string): string {
  const { code } = error.body;
  const help =
    code === undefined
      ? {}
      : { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` };
  const log = `https://dashboard.stripe.com/test/logs/${requestId}`;
  return JSON.stringify({ error: { ...error.body, ...help, request_log_url: log } }, null, 2);
}

function readForm(encoded: string): FormRecord {
  try {
    return parseForm(encoded);
  } catch (failure) {
    if (failure instanceof MalformedForm) throw invalidRequest(failure.message);
    throw failure;
  }
}

/** Statuses of calls that Stripe refuses before running them, so that nothing is stored under the idempotency key. */
const NOT_RUN = new Set([401, 403, 409, 429]);

/** A failure simulated in the middle of a call. */
class SimulatedFailure extends ApiError {
  /** Whether its idempotency key replays it (docs.stripe.com/api/idempotent_requests). */
  readonly stored: boolean;

  constructor(status: number, stored = !NOT_RUN.has(status)) {
    const rate = status === 429;
    super(status, {
      type: status >= 500 ? 'api_error' : 'invalid_request_error',
      message: rate ? 'Request rate limit exceeded.' : 'A failure simulated by the local sandbox.',
      ...(rate ? { code: 'rate_limit' } : {}),
    });
    this.stored = stored;
  }
}

/** Simulates a fault. Resolves to true if the connection must be dropped. */
async function simulateFault(fault: Fault | null, moment: 'before' | 'after'): Promise<boolean> {
  if (!fault || (fault.when ?? 'before') !== moment) return false;
  if (fault.delayMs !== undefined) await pause(fault.delayMs);
  if (fault.outcome === 'slow') return false;
  if (fault.outcome === 'drop') return true;
  throw new SimulatedFailure(fault.outcome, fault.stored);
}

function run(parts: ApiParts, request: ApiRequest, work: () => object, form: FormRecord) {
  try {
    const object = expanded(parts.context.state, work(), expandPaths(form));
    return { status: 200, body: JSON.stringify(object, null, 2), replayed: false };
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    return failureAnswer(failure, request);
  }
}

function failureAnswer(failure: ApiError, { id }: ApiRequest): ApiAnswer {
  return { status: failure.status, body: errorText(failure, id), replayed: false };
}

/** The call to check an idempotency key against; only POST calls have one. */
function idempotentCall(endpoint: Endpoint, request: ApiRequest): IdempotentCall | null {
  if (endpoint.method !== 'POST' || request.idempotencyKey === null) return null;
  return {
    key: request.idempotencyKey,
    endpoint: request.path,
    parameters: canonicalParameters(request.encoded),
  };
}

/**
 * Answers one API call; `null` if the connection must be dropped.
 * @throws ApiError for errors that no idempotency key stores: a wrong API key, wrong parameters, a
 *   key in use, a simulated failure of a call that did not run
 */
export async function answerCall(
  parts: ApiParts,
  endpoint: Endpoint,
  request: ApiRequest,
): Promise<ApiAnswer | null> {
  const { context, keys, faults, secretKey } = parts;
  checkApiKey(request.authorization, secretKey);
  const form = readForm(request.encoded);
  const fault = faults.take(request.method, request.path);
  const work = endpoint.read(form);
  const perform = () =>
    work({
      context,
      id: request.objectId,
      path: request.path,
      request: { id: request.id, idempotency_key: request.idempotencyKey },
    });
  const call = idempotentCall(endpoint, request);
  const answer = async (): Promise<ApiAnswer | null> => {
    if (await simulateFault(fault, 'before')) return null;
    const result = run(parts, request, perform, form);
    if (call) keys.keep(call, result.status, result.body);
    return (await simulateFault(fault, 'after')) ? null : result;
  };
  if (!call) return answer();
  const known = keys.claim(call);
  if (known) {
    const dropped = (await simulateFault(fault, 'before')) || (await simulateFault(fault, 'after'));
    return dropped ? null : { status: known.status, body: known.body, replayed: true };
  }
  try {
    return await answer();
  } catch (failure) {
    if (!(failure instanceof SimulatedFailure && failure.stored)) throw failure;
    const failed = failureAnswer(failure, request);
    keys.keep(call, failed.status, failed.body);
    return failed;
  } finally {
    keys.release(call);
  }
}
