import { createHash } from 'node:crypto';
import { z } from 'zod';
import { trackingWarning } from '#domain/orders/carrier.ts';
import { Dispatched } from '#domain/contracts/staff-dispatch.ts';
import type { TrackedLine, TrackingBody } from '#domain/contracts/staff-exports.ts';
import { databaseFor } from '../database.ts';
import { sendMailsOf } from './send-mails-of.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';
import { type TrackingLine, trackingLines } from './tracking-lines.ts';
import { trackingMessages } from '../messages/tracking.ts';

const Outcomes = z.array(
  Dispatched.extend({
    outcome: z.enum([...Dispatched.shape.outcome.options, 'numbered', 'known', 'ambiguous']),
    checkout: z.uuid().optional(),
  }),
);
type Outcome = z.infer<typeof Outcomes>[number];

function wordsFor({ outcome, stopped_by }: Outcome, check: boolean): string {
  const when = check ? 'check' : 'done';
  switch (outcome) {
    case 'dispatched':
      return trackingMessages.sent[when];
    case 'numbered':
      return trackingMessages.numbered[when];
    case 'known':
      return trackingMessages.known[when];
    case 'taken_back':
      return trackingMessages.takenBack;
    case 'nothing_to_send':
      return trackingMessages.left;
    case 'ambiguous':
      return trackingMessages.ambiguous;
    case 'too_many':
      return trackingMessages.tooMany;
    case 'unknown':
      return trackingMessages.unknown;
    case 'stopped':
      return trackingMessages.stopped[stopped_by ?? 'cancelled'];
  }
}

const taking = new Set<Outcome['outcome']>(['dispatched', 'numbered', 'known']);

/** The outcome of a parcel: of the order that keeps all of it here, or of the first. */
function outcomeOf(orders: readonly Outcome[]): Outcome | undefined {
  const refused = orders.filter(({ outcome }) => !taking.has(outcome));
  return (
    refused.find(({ stopped_by }) => stopped_by !== 'other_stopped') ?? refused[0] ?? orders[0]
  );
}

/** An id derived from others, so that a repeated file repeats its actions (RFC 9562, version 5). */
function derivedId(...parts: readonly (string | number)[]): string {
  const bytes = createHash('sha1').update(parts.join(' ')).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A line as it was read, before any action on it. */
function readLine(given: TrackingLine, usual: string): TrackedLine {
  const { line, order, with: others, number, carrier: own } = given;
  const carrier = own ?? usual;
  const read = { line, order, with: others, tracking_number: number, carrier };
  if (order === null || number === null) {
    const detail = trackingMessages.incomplete(order === null ? 'order' : 'tracking');
    return { ...read, outcome: 'unreadable', detail, warning: null };
  }
  const warning = trackingWarning(carrier, number);
  return { ...read, outcome: 'readable', detail: trackingMessages.notSent, warning };
}

/**
 * Dispatches the orders in a file of tracking numbers, or adds the numbers to parcels that have left. A check changes
 * nothing. Numbers that look mistyped are left out unless they are wanted. E-mails leave after the answer.
 * @returns the outcome of each line.
 * @throws HttpError 400 when the file cannot be read, or two orders have the same number.
 */
export async function takeTracking(
  staff: StaffCaller,
  { event, carrier: usual, text, check, mistyped }: z.output<typeof TrackingBody>,
): Promise<{ lines: TrackedLine[] }> {
  const given = trackingLines(text);
  const read = given.map((one) => readLine(one, usual));
  const isLeftOut = (warning: string | null) => warning !== null && !mistyped && !check;
  // Click & Drop repeats an order for each of its products.
  const wanted = new Map<
    string,
    { order: number; with?: number; carrier: string; number: string }
  >();
  for (const { order, with: others = [], tracking_number: number, carrier, warning } of read) {
    if (order === null || number === null || isLeftOut(warning)) continue;
    wanted.set(`${order} ${number}`, { order, number, carrier });
    for (const other of others) {
      wanted.set(`${other} ${number}`, { order: other, with: order, number, carrier });
    }
  }
  const asked = Array.from(wanted, ([key, { number, ...parcel }]) => ({
    event: derivedId(event, key),
    ...parcel,
    tracking_number: number,
  }));
  // Called even without lines: it checks whether the caller is staff.
  const taken = await databaseFor(staff).rpc('staff_take_tracking', {
    p_lines: asked,
    p_check: check,
  });
  const outcomes = Outcomes.parse(staffDataOf(taken));
  const byKey = new Map([...wanted.keys()].map((key, place) => [key, outcomes[place]]));
  const lines = read.map((one): TrackedLine => {
    const ofParcel = [one.order, ...(one.with ?? [])].flatMap(
      (order) => byKey.get(`${order} ${one.tracking_number}`) ?? [],
    );
    const outcome = outcomeOf(ofParcel);
    if (!outcome) {
      return isLeftOut(one.warning) && one.outcome === 'readable'
        ? Object.assign(one, { outcome: 'mistyped' as const, detail: trackingMessages.leftOut })
        : one;
    }
    const { outcome: would, order, with: others = [], ...facts } = outcome;
    const { stopped_by, status, parcel, also_on, stays } = facts;
    const became = check && would === 'dispatched' ? 'readable' : would;
    const about = order === one.order ? '' : `Order ${order}: `;
    const detail = `${about}${wordsFor(outcome, check)}`;
    return Object.assign(one, {
      outcome: became,
      stopped_by,
      status,
      parcel,
      also_on,
      stays,
      detail,
      with: [order, ...others].filter((other) => other !== one.order),
    });
  });
  sendMailsOf(
    outcomes.flatMap(({ outcome, checkout }) =>
      !check && outcome === 'numbered' && checkout !== undefined ? [checkout] : [],
    ),
  );
  return { lines };
}
