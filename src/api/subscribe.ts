import type { SubscriptionBody } from '#domain/wire/listing-bodies.ts';
import { request } from './http/request.ts';

/** Puts an address on the launch list. @throws ApiError 400 with the field `email` when refused. */
export function subscribe(email: string): Promise<void> {
  return request('/api/listing/subscribe/', () => undefined, {
    method: 'POST',
    body: { email } satisfies SubscriptionBody,
  });
}
