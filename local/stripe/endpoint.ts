import type { FormRecord } from './form-body.ts';
import type { RequestOrigin } from './request-origin.ts';
import type { SandboxContext } from './sandbox-context.ts';

/** What an endpoint works with once its parameters are read. */
interface EndpointCall {
  context: SandboxContext;
  /** The `:id` of the path; empty where there is none. */
  id: string;
  /** Path of the request, which lists repeat as their `url`. */
  path: string;
  request: RequestOrigin;
}

/** One call of the API. */
export interface Endpoint {
  method: 'GET' | 'POST';
  /** Path below `/v1`, with `:id` where the id stands. */
  path: string;
  /**
   * Reads the parameters, refusing wrong ones before anything is done, and gives the work to do.
   * The two are apart because Stripe keeps no answer for an idempotency key when the parameters
   * were wrong.
   */
  read(form: FormRecord): (call: EndpointCall) => object;
}
