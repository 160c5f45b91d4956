/** Labels from a carrier's API. Money is whole pence, and null for staff who do not see it. */
import * as z from 'zod';
import { labelStates, scanStates } from '../enums.ts';
import { rowId } from './fields.ts';
import { rowIdText } from './staff-fields.ts';
import { acts, reads } from './staff-call.ts';

const label = z.uuid('Not a label.');

/** Maximum number of parcels in a call: more might outlast its time limit. */
const mostLabels = 60;

export const Label = z.object({
  id: z.uuid(),
  /** All orders in the parcel. */
  orders: z.array(z.int()),
  state: z.enum(labelStates),
  /** The carrier's name for its service. */
  service: z.string(),
  /** Null also if the carrier states no price before its invoice. */
  pence: z.int().nullable(),
  /** The carrier that moves the parcel. */
  carrier: z.string(),
  tracking_number: z.string().nullable(),
  /** Why the carrier refused, or the last attempt failed. */
  problem: z.string().nullable(),
  /** The carrier's last word about the parcel. */
  scan: z.enum(scanStates).nullable(),
  /** Whether a parcel has left with it. */
  used: z.boolean(),
  /** Whether address or pieces have changed since it was bought. */
  changed: z.boolean().default(false),
});
export type Label = z.infer<typeof Label>;

/** A parcel's price, or the reason that it gets no label. */
const QuotedParcel = z.object({
  orders: z.array(z.int()),
  /** Null if it was refused. */
  label: z.uuid().nullable(),
  service: z.string(),
  pence: z.int().nullable(),
  /** As a sentence; null for a price. */
  refused: z.string().nullable(),
});
export type QuotedParcel = z.infer<typeof QuotedParcel>;

/** Asks the carrier for the prices of parcels; buys nothing. Orders that may not leave are left out. @throws 409 without a carrier */
export const quoteLabels = acts(
  '/api/staff/labels/quote',
  z.object({
    orders: z
      .array(rowId)
      .min(1, 'Choose at least one order.')
      .max(mostLabels, `Buy at most ${mostLabels} labels at once.`),
  }),
  z.object({ parcels: z.array(QuotedParcel) }),
);

/** Buys quoted labels; those that take longer are bought after the answer. A press that is repeated buys nothing twice. */
export const buyLabels = acts(
  '/api/staff/labels/buy',
  z.object({ labels: z.array(label).min(1, 'Choose at least one label.').max(mostLabels) }),
  z.object({
    labels: z.array(
      Label.extend({
        /** Why it is not bought: the parcel has a label already, or has changed since the quote. */
        refusal: z.enum(['has_label', 'changed']).nullable(),
      }),
    ),
  }),
);

/** Labels of orders with which nothing has left yet, and those refused lately. */
export const getLabels = reads(
  '/api/staff/labels',
  z.object({
    orders: z
      .string('Name the orders.')
      .transform((text) => text.split(','))
      .pipe(z.array(rowIdText).max(500)),
  }),
  z.object({ labels: z.array(Label) }),
);

/** Gives a label back to the carrier. @throws 404; 409 once a parcel has left with it */
export const voidLabel = acts('/api/staff/labels/void', z.object({ label }), Label);

/** One PDF of several labels. @throws 404; 503 if the carrier does not answer */
export const getLabelPapers = reads(
  '/api/staff-papers/labels',
  z.object({
    labels: z
      .string('Name the labels.')
      .transform((text) => text.split(','))
      .pipe(z.array(label).max(mostLabels)),
  }),
  z.object({ name: z.string(), base64: z.string() }),
);
