import { z } from 'zod';
import type { ShippingZone } from '#domain/enums.ts';
import type { DestinationBody } from '#domain/contracts/listing-bodies.ts';
import { Duties } from '#domain/countries/duty-rules.ts';
import { database, dataOf } from '../database.ts';
import type { Attempt } from '../rate-limit/attempt.ts';
import { refuseToWait } from '../rate-limit/take-attempt.ts';

const Counted = z.object({
  wait: z.int(),
  destination: z
    .object({
      deliveries: z.array(
        z.object({
          name: z.string(),
          amount_pence: z.int(),
          express: z.boolean(),
          min_business_days: z.int(),
          max_business_days: z.int(),
        }),
      ),
      duties: Duties.nullable(),
    })
    .nullable(),
});

/** Delivery options and duties of a country; null duties within the United Kingdom. */
export type Destination = NonNullable<z.infer<typeof Counted>['destination']>;

/**
 * The delivery options of a country, and the duties of a basket sent there.
 * @throws HttpError 429 after too many attempts.
 */
export async function readDestination(
  { country, items, off = 0 }: z.output<typeof DestinationBody>,
  zone: ShippingZone,
  attempt: Attempt,
): Promise<Destination> {
  const counted = await database().rpc('counted_destination', {
    p_limits: attempt,
    p_country: country,
    p_zone: zone,
    p_items: items.map((item) => ({ ...item })),
    p_off_pence: off,
  });
  const { wait, destination } = Counted.parse(dataOf(counted));
  return destination ?? refuseToWait(wait);
}
