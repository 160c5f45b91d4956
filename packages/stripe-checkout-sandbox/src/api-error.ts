/** The body Stripe puts under `error` (docs.stripe.com/api/errors). */
export interface ApiErrorBody {
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error';
  message: string;
  code?: string;
  param?: string;
}

/** An error that is returned to the caller in Stripe's format. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ApiErrorBody;

  constructor(status: number, body: ApiErrorBody) {
    super(body.message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }
}

/** A 400 for an invalid request. */
export function invalidRequest(message: string, detail: { code?: string; param?: string } = {}) {
  return new ApiError(400, { type: 'invalid_request_error', message, ...detail });
}

/**
 * A 404 for an unknown id.
 * @param kind object name as Stripe writes it, e.g. `payment_intent`
 * @param param the parameter that carried the id
 */
export function resourceMissing(kind: string, id: string, param: string) {
  const message = `No such ${kind}: '${id}'`;
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message,
    param,
  });
}
