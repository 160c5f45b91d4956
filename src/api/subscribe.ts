import type { NewsPlace } from '#domain/enums.ts';
import type { SubscriptionBody } from '#domain/contracts/listing-bodies.ts';
import { request } from './http/request.ts';

/**
 * Asks an address by e-mail whether it wants our news.
 * @param place part of the shop that it was entered in.
 * @throws ApiError 400 with the field `email` if rejected.
 */
export function subscribe(email: string, place: NewsPlace): Promise<void> {
  return request('/api/listing/subscribe/', () => undefined, {
    method: 'POST',
    body: { email, place } satisfies SubscriptionBody,
  });
}
