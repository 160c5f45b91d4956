import type { CartItem } from '#domain/cart.ts';
import { lineIdOf } from '#domain/cart.ts';
import type { Pence } from '#domain/money.ts';
import { isText, shape } from '#domain/shape.ts';
import type { DestinationBody } from '#domain/wire/listing-bodies.ts';
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
 * @param discount code, `''` if there is none, and what it takes off: nothing if it makes delivery free.
 * @throws ApiError
 */
export function fetchDestination(
  country: string,
  cart: readonly CartItem[],
  discount: { code: string; off: Pence },
): Promise<Destination> {
  const items = cart.map((item) => ({ ...lineIdOf(item), quantity: item.quantity }));
  return request(
    '/api/listing/destination/',
    (body) => {
      const { deliveries, duties, in_union } = readRecord(body);
      return {
        deliveries: readList(deliveries, isDelivery),
        duties: readText(duties),
        in_union: in_union === true,
      };
    },
    {
      method: 'POST',
      body: {
        country,
        off: discount.off,
        free_delivery: discount.code !== '' && discount.off === 0,
        items,
      } satisfies DestinationBody,
    },
  );
}
