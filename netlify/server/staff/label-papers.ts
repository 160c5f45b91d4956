import { PDFDocument } from '@cantoo/pdf-lib';
import { londonTime } from '#domain/basics/london-clock.ts';
import type { Asked } from '#domain/contracts/staff-call.ts';
import type { getLabelPapers } from '#domain/contracts/staff-labels.ts';
import { CarrierAway } from '../carriers/carrier.ts';
import { carrierOf } from '../carriers/carriers.ts';
import { mapLimit } from '../carriers/map-limit.ts';
import { databaseFor } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { carrierMessages } from '../messages/carriers.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

/** Labels fetched at the same time. */
const atOnce = 8;

/** One PDF of several, in their order. */
async function joined(papers: readonly Uint8Array[]): Promise<Uint8Array> {
  const whole = await PDFDocument.create();
  for (const paper of papers) {
    const one = await PDFDocument.load(paper);
    for (const page of await whole.copyPages(one, one.getPageIndices())) whole.addPage(page);
  }
  return whole.save();
}

/** Labels in one PDF. @throws HttpError 404; 503 if the carrier does not answer. */
export async function labelPapers(
  staff: StaffCaller,
  { labels }: Asked<typeof getLabelPapers>,
): Promise<{ name: string; base64: string }> {
  const found = await databaseFor(staff).rpc('staff_label_purchases', { p_labels: labels });
  const purchases = staffDataOf(found);
  if (purchases.length < labels.length) {
    throw new HttpError(404, { detail: carrierMessages.labelUnknown, reason: 'label_unknown' });
  }
  try {
    const papers = await mapLimit(purchases, atOnce, async ({ carrier, purchase }) =>
      (await carrierOf(carrier)).paper(purchase),
    );
    const base64 = Buffer.from(await joined(papers)).toString('base64');
    return { name: `labels-${londonTime(Date.now()).day}.pdf`, base64 };
  } catch (error) {
    if (!(error instanceof CarrierAway)) throw error;
    throw new HttpError(503, { detail: carrierMessages.away, reason: 'carrier_away' });
  }
}
