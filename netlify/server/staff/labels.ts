import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Asked } from '#domain/contracts/staff-call.ts';
import type * as calls from '#domain/contracts/staff-labels.ts';
import { Label } from '#domain/contracts/staff-labels.ts';
import { CarrierAway, type Parcel, type Quote } from '../carriers/carrier.ts';
import { carrierOf } from '../carriers/carriers.ts';
import { carryOutWhileWaiting } from '../carriers/carry-out-label.ts';
import { mapLimit } from '../carriers/map-limit.ts';
import { database, databaseFor, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { log } from '../log.ts';
import { carrierMessages } from '../messages/carriers.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

/** Prices asked for at the same time; Shippo allows hundreds a minute. */
const atOnce = 8;

/** Milliseconds that the request waits for the carrier. */
const patienceMs = 8000;

const Labels = z.array(Label);

async function labelsOf(staff: StaffCaller, orders: readonly number[]) {
  const found = await databaseFor(staff).rpc('staff_labels', { p_orders: [...orders] });
  return Labels.parse(staffDataOf(found));
}

/** A price; no answer is a refusal for now. */
async function quoteOf(
  parcel: Parcel,
  carrier: Awaited<ReturnType<typeof carrierOf>>,
): Promise<Quote> {
  try {
    return await carrier.quote(parcel);
  } catch (error) {
    if (!(error instanceof CarrierAway)) throw error;
    log.error('LABEL: the carrier gave no quote', { error });
    return { refused: carrierMessages.away };
  }
}

/** Prices of parcels without a label. Buys nothing. @throws HttpError 409 if no carrier is chosen. */
export async function quoteLabels(staff: StaffCaller, { orders }: Asked<typeof calls.quoteLabels>) {
  const found = await databaseFor(staff).rpc('labels_to_print', { p_orders: orders });
  const parcels = staffDataOf(found);
  const name = dataOf(await database().rpc('chosen_carrier'));
  if (name === null) {
    throw new HttpError(409, { detail: carrierMessages.missing, reason: 'no_carrier' });
  }
  const inHand = (await labelsOf(staff, orders)).filter(({ state }) => state !== 'refused');
  const labelled = new Set(inHand.flatMap((label) => label.orders));
  const bare = parcels.filter((parcel) => !parcel.orders.some((order) => labelled.has(order)));
  const carrier = await carrierOf(name);
  const answers = await mapLimit(bare, atOnce, async (parcel) => ({
    id: randomUUID(),
    orders: parcel.orders,
    contents: parcel.contents,
    carrier: name,
    ...(await quoteOf(parcel, carrier)),
  }));
  const quotes = answers.filter((answer) => 'quote' in answer);
  const kept = await databaseFor(staff).rpc('staff_keep_quotes', { p_quotes: quotes });
  const priced = new Map(Labels.parse(staffDataOf(kept)).map((label) => [label.id, label]));
  return {
    parcels: answers.map((answer) => {
      const label = priced.get(answer.id);
      return {
        orders: answer.orders,
        label: label?.id ?? null,
        service: label?.service ?? '',
        pence: label?.pence ?? null,
        refused: 'refused' in answer ? answer.refused : null,
      };
    }),
  };
}

/** Decides to buy quoted labels, and buys them: as many as it can while the request waits, the others after the answer. */
export async function buyLabels(staff: StaffCaller, { labels }: Asked<typeof calls.buyLabels>) {
  const ask = () => databaseFor(staff).rpc('staff_buy_labels', { p_labels: labels });
  const decided = Labels.parse(staffDataOf(await ask()));
  const wanted = decided.filter(({ state }) => state === 'wanted').map(({ id }) => id);
  await carryOutWhileWaiting(wanted, patienceMs);
  return { labels: staffDataOf(await ask()) };
}

/** Labels of orders with which nothing has left yet. */
export async function readLabels(staff: StaffCaller, { orders }: Asked<typeof calls.getLabels>) {
  return { labels: await labelsOf(staff, orders) };
}

/** Gives a label back, while the request waits. @throws HttpError 404, 409. */
export async function voidLabel(staff: StaffCaller, { label }: Asked<typeof calls.voidLabel>) {
  const found = staffDataOf(await databaseFor(staff).rpc('staff_void_label', { p_label: label }));
  if (found === null) {
    throw new HttpError(404, { detail: carrierMessages.labelUnknown, reason: 'label_unknown' });
  }
  const decided = Label.parse(found);
  if (decided.used) {
    throw new HttpError(409, { detail: carrierMessages.labelUsed, reason: 'label_used' });
  }
  await carryOutWhileWaiting([label], patienceMs);
  return decided;
}
