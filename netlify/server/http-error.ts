import { requestMessages } from './messages/requests.ts';

/** The body of an error answer (design, section 4). */
export type ErrorBody = { detail: string; [more: string]: unknown } | Record<string, string[]>;

/** Ends a request with a status and a body that may be shown to the shopper. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(status: number, body: string | ErrorBody, headers: Record<string, string> = {}) {
    const shown = typeof body === 'string' ? { detail: body } : body;
    super(`${status} ${JSON.stringify(shown)}`);
    this.name = 'HttpError';
    this.status = status;
    this.body = shown;
    this.headers = headers;
  }
}

/** Seconds after which to retry a call that met a busy or unreachable service. */
const retrySeconds = 2;

/** A busy or unreachable service of ours: 503 with `Retry-After`. Its own error message only goes into the log. */
export class Unavailable extends HttpError {
  constructor(reason: string, options?: ErrorOptions) {
    super(503, requestMessages.busy, {
      'Retry-After': String(retrySeconds),
    });
    this.name = 'Unavailable';
    this.message = reason;
    this.cause = options?.cause;
  }
}

/** Whether a service did not answer (0 or none), or its gateway answered instead. */
export function isAway(status: number | undefined): boolean {
  return !status || (status >= 502 && status <= 504);
}

/** The answer to a guest's call that needs an account: browsers know it by its `reason`. */
export function accountRequired(): HttpError {
  return new HttpError(403, { detail: requestMessages.guest, reason: 'account_required' });
}

/** The answer to a call without a login, or with one that has ended. */
export function loginRequired(headers: Record<string, string> = {}): HttpError {
  return new HttpError(401, requestMessages.loginRequired, {
    'WWW-Authenticate': 'Bearer',
    ...headers,
  });
}
