/** Orders that managers make: paid by a mailed link, or given away. Amounts in pence. */
import * as z from 'zod';
import { isShippingCountry } from '../countries/countries.ts';
import { acts } from './staff-call.ts';
import { email, oneLine, personText, quantity, rowId, severalLines } from './fields.ts';

/** Idempotency key: made by the browser for each press of a button, and the same in a retry. */
const event = z.uuid('Not a valid action.');

const lines = z
  .array(z.object({ variant_id: rowId, quantity }))
  .min(1, 'Choose pieces.')
  .max(99, 'One order can hold 99 different items at most.');

/** The recipient of an order by phone or of a gift. */
const Person = z.object({
  name: personText(oneLine(100)),
  address: personText(severalLines(300)),
  email,
  phone: personText(oneLine(40)),
  country: z.string().refine(isShippingCountry, 'The shop does not ship to this country.'),
});

/**
 * Orders pieces to be paid by a mailed link, and holds their stock until it expires.
 * @throws 403 `login_too_old`, as do all calls here; 400, 404, 409; 502 if Stripe made no payment page: call again.
 */
export const openLink = acts(
  '/api/staff/link',
  z
    .object({
      event,
      lines,
      /** The order to which they are added; it waits for the payment. */
      order: rowId.nullable(),
      /** The person who ordered them by phone. */
      person: Person.nullable(),
    })
    .refine(({ order, person }) => (order === null) !== (person === null), 'For whom?'),
  z.object({ checkout: z.uuid(), url: z.string(), email: z.string() }),
);

/** Calls a link off, unless it has been paid. @throws as `openLink`; 503 if Stripe cannot be reached */
export const endLink = acts(
  '/api/staff/link/end',
  z.object({ checkout: z.uuid('Not a valid link.') }),
  z.object({ checkout: z.uuid(), is_paid: z.boolean() }),
);

/** Gives pieces away, for example to the press. @throws as `openLink` */
export const giveAway = acts(
  '/api/staff/gift',
  z.object({ event, lines, person: Person, reason: oneLine(200) }),
  z.object({ order: z.int() }),
);
