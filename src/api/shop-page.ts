import { ApiError } from './http/api-error.ts';

/**
 * The HTML of a page of the shop as it is online.
 * @throws ApiError when it cannot be had; 403 while the shop is locked and sends to the launch page instead.
 */
export async function fetchPage(path: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(path, { signal: signal ?? null }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(0);
  });
  if (!response.ok) throw new ApiError(response.status);
  const asked = new URL(path, location.href).pathname.replace(/\/$/, '');
  if (new URL(response.url).pathname.replace(/\/$/, '') !== asked) throw new ApiError(403);
  return response.text();
}
