import { parseJson } from '#domain/basics/record.ts';
import { ApiError } from './api-error.ts';

/** Options of a call. */
export interface CallOptions {
  method?: 'GET' | 'POST';
  /** Sent as JSON. */
  body?: unknown;
  /** The shopper's access token, sent as a Bearer header. */
  access?: string | null | undefined;
  signal?: AbortSignal | undefined;
  /** Acts of the visit to count, as `takeCounts` returns them. */
  counts?: string;
}

/**
 * Parses a response's JSON with `read`, which throws if it is invalid.
 * @param retryAfter the `Retry-After` header in seconds; null without one.
 * @throws ApiError for a status other than 2xx, or an invalid response.
 */
export function readAnswer<Answer>(
  status: number,
  text: string,
  retryAfter: string | null,
  read: (body: unknown) => Answer,
): Answer {
  const answer = parseJson(text);
  if (status < 200 || status > 299) {
    const seconds = Number(retryAfter ?? -1);
    throw new ApiError(status, answer, seconds >= 0 ? seconds : null);
  }
  try {
    return read(answer);
  } catch {
    throw new ApiError(status);
  }
}

/**
 * Makes one call to the shop's API and parses its JSON with `read`, which throws on an invalid response.
 * @throws ApiError on every failure except an abort through `signal`, which is rethrown unchanged.
 */
export async function request<Answer>(
  path: string,
  read: (body: unknown, headers: Headers) => Answer,
  { method = 'GET', body, access, signal, counts }: CallOptions = {},
): Promise<Answer> {
  const headers = new Headers({ Accept: 'application/json' });
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (access) headers.set('Authorization', `Bearer ${access}`);
  if (counts) headers.set('Counts', counts);
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0);
  }
  return readAnswer(response.status, text, response.headers.get('Retry-After'), (answer) =>
    read(answer, response.headers),
  );
}
