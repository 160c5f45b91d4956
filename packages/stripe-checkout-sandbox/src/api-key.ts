import { timingSafeEqual } from 'node:crypto';
import { ApiError } from './api-error.ts';

function keyOf(header: string | undefined): string | null {
  const bearer = /^Bearer (.+)$/.exec(header ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const basic = /^Basic (.+)$/.exec(header ?? '')?.[1];
  return basic === undefined ? null : (atob(basic).split(':')[0] ?? null);
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Checks that a request has the sandbox's secret key.
 * @param header the `Authorization` header
 * @throws ApiError 401 for a missing or wrong key
 */
export function checkApiKey(header: string | undefined, secretKey: string): void {
  const key = keyOf(header);
  if (key === null) {
    throw new ApiError(401, {
      type: 'invalid_request_error',
      message:
        'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. `Authorization: Bearer YOUR_SECRET_KEY`).',
    });
  }
  if (isSame(key, secretKey)) return;
  throw new ApiError(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`,
  });
}
