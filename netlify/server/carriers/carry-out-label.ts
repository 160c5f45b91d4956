import { z } from 'zod';
import { trackingNumber } from '#domain/orders/carrier.ts';
import { afterAnswer } from '../after-answer.ts';
import { database, dataOf } from '../database.ts';
import { log } from '../log.ts';
import { carrierMessages } from '../messages/carriers.ts';
import { within } from '../within.ts';
import { type Carrier, CarrierAway, type Purchase, type Voided } from './carrier.ts';
import { carrierOf } from './carriers.ts';
import { mapLimit } from './map-limit.ts';

/** Milliseconds that a request waits for the label of a return. */
const returnLabelMs = 4000;

/** Labels bought or voided at the same time; Shippo allows hundreds of calls a minute. */
const atOnce = 8;

type Begun = Awaited<ReturnType<typeof begin>>[number];

async function begin(label: string) {
  return dataOf(await database().rpc('begin_label', { p_label: label }));
}

/** Buys a label once, however often it is tried: before a new try the carrier is asked for the purchase of an earlier one. */
async function purchase(carrier: Carrier, label: string, begun: Begun): Promise<Purchase> {
  const { parcel, quote, is_first } = begun;
  if (quote !== null && !is_first) {
    const earlier = await carrier.find({ reference: label, quote });
    if (earlier !== null) return earlier;
  }
  if (parcel === null) return { refused: carrierMessages.orderChanged };
  if (quote !== null) return carrier.buy({ reference: label, quote }, parcel);
  const price = await carrier.quote(parcel, begun.is_return);
  if ('refused' in price) return price;
  const { quote: p_quote, service, posted_with, tracker, pence } = price;
  dataOf(
    await database().rpc('price_return_label', {
      p_label: label,
      p_quote,
      p_service: service,
      p_posted_with: posted_with,
      p_tracker: tracker,
      ...(pence !== null && { p_pence: pence }),
    }),
  );
  return carrier.buy({ reference: label, quote: p_quote }, parcel);
}

/** Records the carrier's answer. */
async function settle(label: string, { state }: Begun, answer: Purchase | Voided): Promise<void> {
  const of = { p_label: label };
  if (answer === 'waits') {
    dataOf(await database().rpc('put_label_off', of));
  } else if (answer === 'voided') {
    dataOf(await database().rpc('settle_label', { ...of, p_state: 'voided' }));
  } else if ('refused' in answer) {
    const p_state = state === 'wanted' ? 'refused' : 'bought';
    dataOf(await database().rpc('settle_label', { ...of, p_state, p_problem: answer.refused }));
  } else {
    const number = answer.tracking_number;
    const bought = {
      p_purchase: answer.purchase,
      p_has_code: answer.has_code,
      ...(number !== null && { p_tracking_number: trackingNumber(number) }),
    };
    dataOf(await database().rpc('settle_label', { ...of, p_state: 'bought', ...bought }));
  }
}

/**
 * Buys or voids a label as decided, unless another attempt is running.
 * @returns false if the carrier gave no usable answer: it is tried again.
 * @throws when the database cannot be reached.
 */
export async function carryOutLabel(label: string): Promise<boolean> {
  const [begun] = await begin(label);
  if (!begun) return true;
  const carrier = await carrierOf(begun.carrier);
  try {
    const answer =
      begun.state === 'wanted'
        ? await purchase(carrier, label, begun)
        : await carrier.giveBack(begun.purchase ?? '');
    await settle(label, begun, answer);
    return true;
  } catch (error) {
    if (!(error instanceof CarrierAway)) throw error;
    log.error('LABEL: the carrier did not answer; it is tried again', { label, error });
    const off = { p_label: label, p_problem: error.message };
    dataOf(await database().rpc('put_label_off', off));
    return false;
  }
}

/**
 * Buys or voids labels as decided: as many as it can while the request waits, the others after the answer.
 * @param ms maximum wait in milliseconds.
 */
export async function carryOutWhileWaiting(labels: readonly string[], ms: number): Promise<void> {
  const work = mapLimit(labels, atOnce, carryOutLabel);
  await within(
    ms,
    work.catch(() => null),
  );
  afterAnswer('Buying or voiding labels failed: the sweep goes on', () => work);
}

/** A return, as far as it makes a label due (`return_state`). */
export const NewReturn = z.object({
  label: z.object({ id: z.uuid(), state: z.string() }).nullish(),
});

/** Buys the label that a new return makes due, if any, while the request waits. */
export async function buyReturnLabel({ label }: z.output<typeof NewReturn>): Promise<void> {
  if (label?.state === 'wanted') await carryOutWhileWaiting([label.id], returnLabelMs);
}
