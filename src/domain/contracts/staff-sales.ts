/** Orders that managers make: paid by a mailed link or in hand, or given away. Amounts in pence. */
import * as z from 'zod';
import { isShippingCountry } from '../countries/countries.ts';
import { acts } from './staff-call.ts';
import { amountUpTo, email, oneLine, personText, quantity, rowId, severalLines } from './fields.ts';

/** Idempotency key: made by the browser for each press of a button, and the same in a retry. */
const event = z.uuid('Not a valid action.');

const pence = amountUpTo(1_000_000);

/** Pieces; an agreed price replaces today's, without added tax. */
const lines = z
  .array(
    z.object({
      variant_id: rowId,
      quantity,
      unit_pence: pence.min(1, 'Enter a price, or make a gift.').optional(),
    }),
  )
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

/** Off the goods, as agreed. */
const discount_pence = pence.default(0);

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
      discount_pence,
    })
    .refine(({ order, person }) => (order === null) !== (person === null), 'For whom?')
    .refine(({ order, discount_pence: off }) => order === null || off === 0, {
      path: ['discount_pence'],
      error: 'Lower the prices instead.',
    }),
  z.object({ checkout: z.uuid(), url: z.string(), email: z.string() }),
);

/** Calls a link off, unless it has been paid. @throws as `openLink`; 503 if Stripe cannot be reached */
export const endLink = acts(
  '/api/staff/link/end',
  z.object({ checkout: z.uuid('Not a valid link.') }),
  z.object({ checkout: z.uuid(), is_paid: z.boolean() }),
);

/** A sale, but for who buys: as it is asked about and made. */
export const Sale = z.object({
  lines,
  discount_pence,
  country: Person.shape.country,
  /** Whether the buyer takes the pieces along. Otherwise they are sent by the cheapest delivery. */
  handed_over: z.boolean(),
});

/**
 * Sells pieces for money that staff have in hand: the order is paid and, if handed over, delivered.
 * @throws as `openLink`; 409 `cost_changed` if the total is another one by now
 */
export const sellInHand = acts(
  '/api/staff/sale',
  z.discriminatedUnion('handed_over', [
    Sale.omit({ country: true }).extend({
      event,
      handed_over: z.literal(true),
      method: z.enum(['cash', 'card_reader']),
      /** Name and address as far as they are known: the receipt goes there. */
      person: z.object({
        name: Person.shape.name.or(z.literal('')),
        email: email.or(z.literal('')),
      }),
      total_pence: pence,
    }),
    Sale.omit({ country: true }).extend({
      event,
      handed_over: z.literal(false),
      method: z.enum(['cash', 'card_reader']),
      person: Person,
      total_pence: pence,
    }),
  ]),
  z.object({ order: z.int(), total_pence: z.int() }),
);

/** Gives pieces away, for example to the press. @throws as `openLink` */
export const giveAway = acts(
  '/api/staff/gift',
  z.object({ event, lines, person: Person, reason: oneLine(200) }),
  z.object({ order: z.int() }),
);
