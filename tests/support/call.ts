import { clientAddressHeader } from '#harness/client-address.ts';

/** What the shop answered. */
export interface Reply {
  status: number;
  headers: Headers;
  /** The JSON of the answer; its text where it is none. */
  body: unknown;
}

export interface CallOptions {
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, in place of `json`. */
  raw?: BodyInit;
  token?: string | null;
  /** The address that the call comes from; this machine's own when left out. */
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

/** One HTTP call, POST where there is something to send. Redirects are answers like others. */
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
