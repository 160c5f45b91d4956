import type { FormRecord } from './form-body.ts';
import type { RequestOrigin } from './request-origin.ts';
import type { SandboxContext } from './sandbox-context.ts';

/** The input of an endpoint, besides its parameters. */
interface EndpointCall {
  context: SandboxContext;
  /** The path's `:id`; empty if it has none. */
  id: string;
  /** The request's path, which lists return as their `url`. */
  path: string;
  request: RequestOrigin;
}

/** An API endpoint. */
export interface Endpoint {
  method: 'GET' | 'POST';
  /** Path below `/v1`, with `:id` as placeholder. */
  path: string;
  /**
   * Parses the parameters, then returns the work to do. Two steps, because Stripe stores no response
   * for an idempotency key when the parameters are invalid.
   */
  read(form: FormRecord): (call: EndpointCall) => object;
}
