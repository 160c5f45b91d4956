import { trackingNumber } from '#domain/orders/carrier.ts';
import { database, dataOf } from '../database.ts';
import { log } from '../log.ts';
import { carrierMessages } from '../messages/carriers.ts';
import { type Carrier, CarrierAway, type Purchase, type Voided } from './carrier.ts';
import { carrierOf } from './carriers.ts';

type Begun = Awaited<ReturnType<typeof begin>>[number];

async function begin(label: string) {
  return dataOf(await database().rpc('begin_label', { p_label: label }));
}

/** Buys a label once, however often it is tried: before a new try the carrier is asked for the purchase of an earlier one. */
async function purchase(carrier: Carrier, label: string, begun: Begun): Promise<Purchase> {
  const order = { reference: label, quote: begun.quote };
  const earlier = begun.is_first ? null : await carrier.find(order);
  if (earlier !== null) return earlier;
  if (begun.parcel === null) return { refused: carrierMessages.orderChanged };
  return carrier.buy(order, begun.parcel);
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
