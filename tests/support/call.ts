import { clientAddressHeader } from '#harness/client-address.ts';

/** A response of the shop. */
export interface Reply {
  status: number;
  headers: Headers;
  /** Parsed JSON of the response, or its text if it is not JSON. */
  body: unknown;
}

export interface CallOptions {
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged, instead of `json`. */
  raw?: BodyInit;
  token?: string | null;
  /** Client address of the call; this machine's if omitted. */
  from?: string;
  headers?: Record<string, string>;
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Makes an HTTP call, a POST if there is a body. Redirects are not followed. */
export async function call(
  address: string,
  { method, json, raw, token, from, headers = {} }: CallOptions = {},
): Promise<Reply> {
  const body = raw ?? (json === undefined ? undefined : JSON.stringify(json));
  const answer = await fetch(address, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(from && { [clientAddressHeader]: from }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: jsonOrText(await answer.text()),
  };
}

/**
 * Repeats a call that the shop is too busy for, as its answer asks. On a slow machine a crowd waits longer than
 * the database lets a call wait for a lock.
 */
export async function patiently(make: () => Promise<Reply>): Promise<Reply> {
  const reply = await make();
  return reply.status === 503 ? patiently(make) : reply;
}
