/** A valid request. */
export interface Right {
  /** Path and query. */
  address: string;
  /** Sent as JSON; absent for a call without a body. */
  body?: unknown;
  /** Token of the requesting shopper. */
  token?: string;
}

/** Valid calls of one function, from which faulty requests are derived. */
export interface Call {
  method: 'GET' | 'POST';
  rights: Right[];
  /** Kind of a successful response. */
  answers: 'json' | 'page' | 'redirect';
  /** Whether a valid request may change rows. */
  writes: boolean;
  /** Signature headers of Stripe or Resend for a body; absent if unsigned. */
  sign?: (body: string) => Record<string, string>;
  /** Slow by design, like password hashing. */
  slow?: true;
}

/** Calls by name. */
export type Calls = Record<string, Call>;

export function reading(...addresses: string[]): Call {
  const rights = addresses.map((address) => ({ address }));
  return { method: 'GET', rights, answers: 'json', writes: false };
}

export function readingAs({ token }: { token: string }, ...addresses: string[]): Call {
  const rights = addresses.map((address) => ({ address, token }));
  return { ...reading(), rights };
}

/** A file whose download is recorded. */
export function downloadingAs({ token }: { token: string }, ...addresses: string[]): Call {
  return { ...readingAs({ token }, ...addresses), writes: true };
}
