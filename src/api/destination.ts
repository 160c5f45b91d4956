import type { CartItem } from '#domain/cart/cart.ts';
import { lineIdOf } from '#domain/cart/cart.ts';
import type { Pence } from '#domain/money/money.ts';
import { isText, shape } from '#domain/basics/shape.ts';
import type { DestinationBody } from '#domain/contracts/listing-bodies.ts';
import { readList, readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/** Costs on top of a basket at its destination. */
export interface Destination {
  /** Delivery options with their prices, as text. */
  deliveries: readonly { name: string; price: string }[];
  /** Text on duties and taxes; `''` within the United Kingdom. */
  duties: string;
  /** Whether it is in the European Union. */
  in_union: boolean;
}

const isDelivery = shape<Destination['deliveries'][number]>({ name: isText, price: isText });

/**
 * Delivery and duties of a basket sent to a country.
 * @param off taken off by a code, 0 by one for free delivery; undefined without a code.
 * @throws ApiError
 */
export function fetchDestination(
  country: string,
  cart: readonly CartItem[],
  off: Pence | undefined,
): Promise<Destination> {
  const items = cart.map((item) => ({ ...lineIdOf(item), quantity: item.quantity }));
  return request(
    '/api/listing/destination/',
    (body) => {
      const { deliveries, duties, in_union } = readRecord(body);
      return {
        deliveries: readList(deliveries, isDelivery),
        duties: readText(duties),
        in_union: Boolean(in_union),
      };
    },
    {
      method: 'POST',
      body: { country, off, items } satisfies DestinationBody,
    },
  );
}
