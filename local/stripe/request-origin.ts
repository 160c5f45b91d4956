/** Who asked for a change; events carry it. */
export interface RequestOrigin {
  id: string | null;
  idempotency_key: string | null;
}

/** A change that no API request asked for: a shopper's or the clock's. */
export const NO_REQUEST: RequestOrigin = { id: null, idempotency_key: null };
