import { parseJson } from '#domain/record.ts';
import { ApiError } from './api-error.ts';

/** Options of a call. */
export interface CallOptions {
  method?: 'GET' | 'POST';
  /** Sent as JSON. */
  body?: unknown;
  /** The shopper's access token, sent as a Bearer header. */
  access?: string | null | undefined;
  signal?: AbortSignal | undefined;
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? -1);
  return seconds >= 0 ? seconds : null;
}

/**
 * Makes one call to the shop's API and parses its JSON with `read`, which throws on an invalid response.
 * @throws ApiError on every failure; an abort through `signal` passes on as it is.
 */
export async function request<Answer>(
  path: string,
  read: (body: unknown) => Answer,
  { method = 'GET', body, access, signal }: CallOptions = {},
): Promise<Answer> {
  const headers = new Headers({ Accept: 'application/json' });
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (access) headers.set('Authorization', `Bearer ${access}`);
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
  const answer = parseJson(text);
  if (!response.ok) throw new ApiError(response.status, answer, retryAfterOf(response));
  try {
    return read(answer);
  } catch {
    throw new ApiError(response.status);
  }
}
