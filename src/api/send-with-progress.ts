import { ApiError } from './http/api-error.ts';
import { readAnswer } from './http/request.ts';

interface Sending {
  /** Sent as JSON. */
  body: unknown;
  /** The shopper's access token, sent as a Bearer header. */
  access?: string | null | undefined;
  /** Called with the share sent, from 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Posts to the shop's API like `request`, and reports upload progress, which fetch cannot. Has no
 * timeout, for slow lines.
 * @throws ApiError on every failure.
 */
export function sendWithProgress<Answer>(
  path: string,
  read: (body: unknown) => Answer,
  { body, access, onProgress }: Sending,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open('POST', path);
    sending.setRequestHeader('Accept', 'application/json');
    sending.setRequestHeader('Content-Type', 'application/json');
    if (access) sending.setRequestHeader('Authorization', `Bearer ${access}`);
    sending.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    const fail = (): void => reject(new ApiError(0));
    sending.addEventListener('error', fail);
    sending.addEventListener('abort', fail);
    sending.addEventListener('load', () => {
      const { status, responseText } = sending;
      try {
        resolve(readAnswer(status, responseText, sending.getResponseHeader('Retry-After'), read));
      } catch (error) {
        reject(error);
      }
    });
    sending.send(JSON.stringify(body));
  });
}
