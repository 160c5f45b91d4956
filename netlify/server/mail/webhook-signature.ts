import { createHmac } from 'node:crypto';
import { isSameSecret } from '../is-same-secret.ts';

/** Maximum difference in seconds between a signature's time and ours, against replay. */
const toleranceSeconds = 300;

/** The signature of a message by Resend's scheme: https://docs.svix.com/receiving/verifying-payloads/how-manual */
export function messageSignature(
  secret: string,
  id: string,
  timestamp: string,
  body: Uint8Array,
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}

/**
 * Whether Resend sent exactly these bytes within the last minutes. While a secret is replaced there are several
 * signatures, one of which must match.
 * @param headers with `svix-id`, `svix-timestamp` and `svix-signature`. @param now in milliseconds since 1970.
 */
export function isSigned(
  headers: Headers,
  body: Uint8Array,
  secret: string,
  now = Date.now(),
): boolean {
  const id = headers.get('svix-id') ?? '';
  const timestamp = headers.get('svix-timestamp') ?? '';
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const right = messageSignature(secret, id, timestamp, body);
  return (headers.get('svix-signature') ?? '')
    .split(' ')
    .some((given) => isSameSecret(given, right));
}
