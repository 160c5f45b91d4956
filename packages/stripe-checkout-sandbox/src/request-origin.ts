/** The API request that caused a change, as recorded in events. */
export interface RequestOrigin {
  id: string | null;
  idempotency_key: string | null;
}

/** A change without an API request: caused by a shopper or the clock. */
export const NO_REQUEST: RequestOrigin = { id: null, idempotency_key: null };
