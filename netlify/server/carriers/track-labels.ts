import { database, dataOf } from '../database.ts';
import { log } from '../log.ts';
import { sendDueMails } from '../mail/send-due-mails.ts';
import { CarrierAway } from './carrier.ts';
import { carrierOf } from './carriers.ts';

/** Parcels asked about in one run. */
const batchSize = 20;

/**
 * Asks the carriers about parcels on the way, under one tracking number or those not asked about lately, and records
 * arrivals. What a webhook says is asked for again, so that a forged one changes nothing.
 * @param until Unix milliseconds after which no further parcel is asked about.
 * @returns the number of parcels asked about, and of those whose carrier did not answer.
 */
export async function trackLabels(
  until: number,
  number?: string,
): Promise<{ asked: number; silent: number }> {
  const wanted = { p_limit: batchSize, ...(number !== undefined && { p_number: number }) };
  const labels = dataOf(await database().rpc('labels_to_track', wanted));
  const counts = { asked: 0, silent: 0 };
  for (const { id, carrier, tracker, tracking_number } of labels) {
    if (Date.now() > until) break;
    counts.asked += 1;
    try {
      const latest = await (await carrierOf(carrier)).track(tracker, tracking_number);
      const scanned = latest && { p_scan: latest.scan, p_at: latest.at };
      const checkouts = dataOf(await database().rpc('record_scan', { p_label: id, ...scanned }));
      for (const checkout of checkouts) await sendDueMails({ checkout });
    } catch (error) {
      if (!(error instanceof CarrierAway)) throw error;
      counts.silent += 1;
      // Asked again after the others.
      dataOf(await database().rpc('record_scan', { p_label: id }));
      log.error('LABEL: the carrier did not say where a parcel is', { label: id, error });
    }
  }
  return counts;
}
