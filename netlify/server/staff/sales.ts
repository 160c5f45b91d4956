import { Stripe } from 'stripe';
import { z } from 'zod';
import { parseAddress } from '#domain/postal/parse-address.ts';
import { shippingZone } from '#domain/countries/shipping-zone.ts';
import type { Asked } from '#domain/contracts/staff-call.ts';
import type * as calls from '#domain/contracts/staff-sales.ts';
import { endPaymentLink, linkSeconds, openPaymentLink } from '../checkout/payment-link.ts';
import { databaseFor } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { parametersOf } from '../parameters.ts';
import { siteOrigin } from '../site-origin.ts';
import { sendMailsOf } from './send-mails-of.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';
import { staffMessages } from '../messages/staff-calls.ts';

const Given = z.object({ order: z.int(), checkout: z.uuid() });
const Sold = Given.extend({ total_pence: z.int() });

type Person = Asked<typeof calls.openLink>['person'];

/** The country and zone of an address, as SQL takes them. @throws HttpError 400 if the shop does not ship there. */
function destinationOf({ country }: { country: string }) {
  const zone = shippingZone(country);
  if (zone === null) throw new HttpError(400, staffMessages.notSoldToCountry);
  return { p_country: country, p_zone: zone };
}

/** Opens a payment link and mails it after the answer. @throws HttpError 400, 403, 404, 409, 502. */
export async function openLink(
  staff: StaffCaller,
  { event, lines, order, person, discount_pence }: Asked<typeof calls.openLink>,
  { request }: { request: Request },
) {
  const opened = await databaseFor(staff).rpc('staff_open_link', {
    p_event: event,
    p_lines: lines.map((line) => ({ ...line })),
    p_session_seconds: linkSeconds,
    p_discount_pence: discount_pence,
    ...(order !== null && { p_order: order }),
    ...(person && { p_person: { ...person }, ...destinationOf(person) }),
  });
  const link = await openPaymentLink(staffDataOf(opened), siteOrigin(request));
  sendMailsOf([link.checkout]);
  return link;
}

/** Calls a payment link off. @throws HttpError 403, 404; 503 if Stripe cannot be reached. */
export async function endLink(staff: StaffCaller, { checkout }: Asked<typeof calls.endLink>) {
  const found = await databaseFor(staff).rpc('link_to_end', { p_checkout: checkout });
  const session: string | null = staffDataOf(found);
  try {
    return { checkout, is_paid: await endPaymentLink(checkout, session) };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new HttpError(503, staffMessages.linkNotEnded);
  }
}

/** The delivery address of a person. */
function deliveryOf({ name, address, phone, country }: NonNullable<Person>) {
  const known = parseAddress(address, country);
  return { name, phone, ...(known ?? { line1: address }), country };
}

/** Sells pieces for money in hand; e-mails the receipt after the answer. @throws HttpError 400, 403, 409. */
export async function sellInHand(
  staff: StaffCaller,
  { event, lines, person: buyer, ...asked }: Asked<typeof calls.sellInHand>,
) {
  const person = {
    address: 'Sold in person',
    phone: '',
    country: 'GB',
    ...buyer,
    name: buyer.name || 'Buyer in person',
  };
  const sold = await databaseFor(staff).rpc('staff_sell_in_hand', {
    ...parametersOf(asked),
    p_event: event,
    p_lines: lines.map((line) => ({ ...line })),
    p_person: person,
    p_delivery: deliveryOf(person),
    ...destinationOf(person),
  });
  const { order, checkout, total_pence } = Sold.parse(staffDataOf(sold));
  sendMailsOf([checkout]);
  return { order, total_pence };
}

/** Gives pieces away; e-mails the recipient after the answer. @throws HttpError 400, 403, 409. */
export async function giveAway(
  staff: StaffCaller,
  { event, lines, person, reason }: Asked<typeof calls.giveAway>,
) {
  const given = await databaseFor(staff).rpc('staff_gift', {
    p_event: event,
    p_lines: lines.map((line) => ({ ...line })),
    p_person: { ...person },
    p_delivery: deliveryOf(person),
    ...destinationOf(person),
    p_reason: reason,
  });
  const { order, checkout } = Given.parse(staffDataOf(given));
  sendMailsOf([checkout]);
  return { order };
}
