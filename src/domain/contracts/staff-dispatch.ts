/** Packers' calls: parcels, labels, notes, e-mails. */
import * as z from 'zod';
import { acts } from './staff-call.ts';
import { carrierName, isTrackingNumber, trackingNumber } from '../orders/carrier.ts';
import { email, oneLine, quantity, rowId, severalLines } from './fields.ts';

/** Idempotency key: made by the browser for each press of a button, and the same in a retry. */
const event = z.uuid('Not a valid action.');

const carrier = oneLine(40).transform(carrierName);
const tracking = z
  .string('Not a tracking number.')
  .max(200, 'Not a tracking number.')
  .transform(trackingNumber)
  .refine((number) => number === '' || isTrackingNumber(number), {
    error: 'A tracking number has up to 40 letters and figures.',
  })
  .transform((number) => number || null)
  .nullish()
  .transform((number) => number ?? null);

/** Time of an arrival; now if omitted. */
const arrival = z.iso.datetime({ offset: true, error: 'Not a date and time.' }).nullish();

/** Marks all parcels of several orders that are on the way as delivered, each order with an outcome of its own. @throws 400 */
export const deliverOrders = acts(
  '/api/staff/deliver',
  z.object({
    orders: z
      .array(z.object({ event, order: rowId }))
      .min(1, 'Choose at least one order.')
      .max(100, 'Mark at most 100 orders at once.'),
    at: arrival,
  }),
  z.object({
    orders: z.array(
      z.object({
        order: z.int(),
        outcome: z.enum(['delivered', 'nothing_on_the_way', 'before_sent', 'unknown']),
        status: z.string().nullable(),
      }),
    ),
  }),
);

/** Maximum number of parcels in a call: more might outlast its time limit. */
export const mostParcels = 100;

/** `POST /api/staff/dispatch` */
const DispatchBody = z.object({
  parcels: z
    .array(
      z.object({
        event,
        order: rowId,
        carrier,
        tracking_number: tracking,
        /** The order in whose parcel the items lie; none of that parcel leaves unless all of it does. */
        with: rowId.nullish(),
        /**
         * The items in it; null for all that is left. Send the list that the packer saw, so that later cancellations are
         * reported.
         */
        items: z
          .array(z.object({ variant_id: rowId, quantity }))
          .min(1, 'Choose pieces to send.')
          .max(100)
          .nullish()
          .transform((items) => items ?? null),
      }),
    )
    .min(1, 'Choose at least one order.')
    .max(mostParcels, `Send at most ${mostParcels} parcels at once.`),
});

/** Outcome of one parcel of a job. */
export const Dispatched = z.object({
  order: z.int(),
  outcome: z.enum([
    'dispatched',
    'taken_back',
    'nothing_to_send',
    'too_many',
    'stopped',
    'unknown',
  ]),
  /** The reason that it was stopped. */
  stopped_by: z
    .enum([
      'disputed',
      'cancelled',
      'refunded',
      'first_disputed',
      'first_refunded',
      'withdrawn',
      'waits',
      'other_stopped',
      'apart',
    ])
    .nullish(),
  /** The order's current status; absent if there is no such order. */
  status: z.string().optional(),
  units_to_send: z.int().optional(),
  parcel: z.int().nullish(),
  /** Carrier and number under which it left at an earlier press, if they differ from this one's. */
  left_as: z.string().nullish(),
  /** Orders with another parcel of the same tracking number: perhaps a mistake. */
  also_on: z.array(z.int()).optional(),
  /** Other orders in the parcel. */
  with: z.array(z.int()).optional(),
  /** In a dry run, orders that could leave in the parcel, but are not in it. */
  stays: z.array(z.int()).optional(),
});
export type Dispatched = z.infer<typeof Dispatched>;

export const DispatchAnswer = z.object({ parcels: z.array(Dispatched) });

const ParcelAnswer = z.object({
  order: z.int(),
  status: z.string(),
  parcel: z.int(),
  carrier: z.string(),
  tracking_number: z.string().nullable(),
  sent_at: z.string(),
  delivered_at: z.string().nullable(),
});

const part = oneLine(100)
  .nullish()
  .or(z.literal(''))
  .transform((text) => text || undefined);

/** An address to print on a parcel. */
const Label = z.object({
  name: oneLine(100),
  line1: severalLines(300),
  line2: part,
  town: part,
  region: part,
  postcode: part,
  country: z.string().regex(/^[A-Z]{2}$/, 'Not a country.'),
  phone: part,
});

/** `POST /api/staff/label` */
const LabelBody = z.object({
  event,
  order: rowId,
  /** Null to restore the order's own address. */
  label: Label.nullable(),
});

const LabelAnswer = z.object({
  order: z.int(),
  label: z.looseObject({ name: z.string(), line1: z.string(), country: z.string() }),
});

/** `POST /api/staff/note` */
const NoteBody = z.object({
  event,
  checkout: z.uuid('Not a valid order.'),
  text: severalLines(2000),
});

const NoteAnswer = z.object({ checkout: z.uuid(), event: z.uuid() });

/** `POST /api/staff/mail`: sends an e-mail again. */
const MailBody = z.object({ event, mail: z.uuid('Not a valid e-mail.') });

/** The e-mail as it is sent again. */
const MailAnswer = z.object({ mail: z.uuid() });

/**
 * Sends parcels of many orders, each with an outcome of its own, in the same order.
 * @throws 400 when two have the same tracking number: nothing was sent.
 */
export const dispatchParcels = acts('/api/staff/dispatch', DispatchBody, DispatchAnswer);

/** Marks a parcel as delivered. @throws 400, 404, 409 */
export const deliverParcel = acts(
  '/api/staff/parcel/deliver',
  z.object({
    event,
    parcel: rowId,
    at: arrival,
  }),
  ParcelAnswer,
);

/** Takes a dispatch back: the parcel has not left after all. @throws 404, 409 */
export const undoDispatch = acts(
  '/api/staff/parcel/undo',
  z.object({ event, parcel: rowId }),
  ParcelAnswer.extend({
    /** Whether the shopper, who may have the e-mail about it, gets a correction. */
    corrected: z.boolean(),
  }),
);

/** Corrects a parcel's carrier and number. @throws 400, 404, 409 */
export const correctParcel = acts(
  '/api/staff/parcel/correct',
  z.object({
    event,
    parcel: rowId,
    carrier,
    tracking_number: tracking,
    /** Whether to send the shopper, who has the e-mail about it, a corrected one. */
    tell: z.boolean().default(false),
  }),
  ParcelAnswer,
);

/** Corrects the address on an order's label; the order's own stays. @throws 400, 404, 409 */
export const correctLabel = acts('/api/staff/label', LabelBody, LabelAnswer);

/** Corrects the shopper's e-mail address. @throws 400, 404, 409 */
export const correctEmail = acts(
  '/api/staff/email',
  z.object({
    event,
    order: rowId,
    email,
    /** Whether to send all e-mails that are still true to the new address. */
    again: z.boolean().default(false),
  }),
  z.object({ order: z.int(), email: z.string(), again: z.int() }),
);

/** Sends an order in a parcel by itself, or with all that leave to the same person and address. @throws 404, 409 */
export const sendApart = acts(
  '/api/staff/apart',
  z.object({ order: rowId, apart: z.boolean() }),
  z.object({ together: z.array(z.int()), apart: z.array(z.int()) }),
);

/** Adds a note that only staff read. @throws 400, 404 */
export const addNote = acts('/api/staff/note', NoteBody, NoteAnswer);

/** Sends an e-mail about an order again; it has a new id. @throws 404, 409 */
export const resendMail = acts('/api/staff/mail', MailBody, MailAnswer, { status: 202 });
