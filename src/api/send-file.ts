import { ApiError } from './http/api-error.ts';

interface Sending {
  file: Blob;
  /** Access token. */
  access: string;
  signal?: AbortSignal | undefined;
  /** Called with the uploaded share, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

interface Sent {
  status: number;
  text: string;
  /** The header Retry-After. */
  retryAfter: string | null;
}

/**
 * Posts a file as a body of its own. Not by `fetch`, which reports no progress of an upload.
 * @throws ApiError 0 without a network.
 */
export function sendFile(
  path: string,
  { file, access, signal, onProgress }: Sending,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Authorization', `Bearer ${access}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    if (onProgress) {
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onProgress(total > 0 ? loaded / total : 0),
      );
    }
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        text: request.responseText,
        retryAfter: request.getResponseHeader('Retry-After'),
      }),
    );
    request.addEventListener('error', () => reject(new ApiError(0)));
    request.addEventListener('abort', () => reject(signal?.reason ?? new ApiError(0)));
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
