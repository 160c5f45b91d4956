import type { SubscriptionBody } from '#domain/wire/listing-bodies.ts';
import { request } from './http/request.ts';

/** Adds an address to the launch list. @throws ApiError 400 with the field `email` if rejected. */
export function subscribe(email: string): Promise<void> {
  return request('/api/listing/subscribe/', () => undefined, {
    method: 'POST',
    body: { email } satisfies SubscriptionBody,
  });
}
