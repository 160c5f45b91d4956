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

/** The answer to a call that needs a login and has none, or one that has ended. */
export function loginRequired(headers: Record<string, string> = {}): HttpError {
  return new HttpError(401, 'Please log in again.', { 'WWW-Authenticate': 'Bearer', ...headers });
}
