/** Spreadsheets that leave the studio, and the tracking numbers that come back as one. */
import { z } from 'zod';
import { movementFiles } from '../enums.ts';
import { rowIdText } from './staff-fields.ts';
import { acts, reads } from './staff-call.ts';
import { carrierName } from '../orders/carrier.ts';
import { oneLine } from './fields.ts';
import { Dispatched } from './staff-dispatch.ts';
import { figuresAsked } from './staff-figures.ts';

/** `GET /api/staff/export`: a file to save. */
export const ExportAnswer = z.object({
  /** The file's name. */
  name: z.string(),
  /** The file's text: CSV in UTF-8 with a byte order mark. */
  text: z.string(),
  /** Note for the person who saves it, such as why cells are empty. */
  note: z.string().optional(),
});
export type ExportAnswer = z.infer<typeof ExportAnswer>;

/** Maximum characters of a file of tracking numbers. */
export const mostTrackingText = 80_000;

/** `POST /api/staff/tracking` */
export const TrackingBody = z.object({
  /** Idempotency key: made by the browser for each file, and the same in a retry. */
  event: z.uuid('Not a valid action.'),
  /** Default carrier for lines without one. */
  carrier: oneLine(40).default('Royal Mail').transform(carrierName),
  /** A CSV file, or columns pasted from a spreadsheet: order number and tracking number. */
  text: z
    .string('This field is required.')
    .max(mostTrackingText, 'The file is too large: send a part of it at a time.'),
  /** Whether to change nothing and only report what would be sent. */
  check: z.boolean().default(false),
  /** Whether to take numbers that look mistyped as well. */
  mistyped: z.boolean().default(false),
});
export type TrackingBody = z.input<typeof TrackingBody>;

/**
 * Outcome of a line, or its expected outcome. `readable`: it would be sent. `mistyped`: left out, since its number looks
 * wrong. `numbered`: the parcel had left without a number. `known`: it had this number already.
 */
const TrackedLine = Dispatched.omit({ order: true, outcome: true }).extend({
  /** Line number in the file, from 1. */
  line: z.int(),
  /** Null if the line has none. */
  order: z.int().nullable(),
  tracking_number: z.string().nullable(),
  /** The line's own, or else the default. */
  carrier: z.string(),
  outcome: z.enum([
    ...Dispatched.shape.outcome.options,
    'numbered',
    'known',
    'ambiguous',
    'readable',
    'mistyped',
    'unreadable',
  ]),
  /** The outcome in words, for a person. */
  detail: z.string(),
  /** Doubt about a number that was taken all the same. */
  warning: z.string().nullable(),
});
export type TrackedLine = z.infer<typeof TrackedLine>;

export const TrackingAnswer = z.object({ lines: z.array(TrackedLine) });
export type TrackingAnswer = z.infer<typeof TrackingAnswer>;

const mostLabels = 500;
/** A year of accounts and a quarter. */
const mostDays = 460;

const orders = z
  .string('Name the orders.')
  .transform((text) => text.split(','))
  .pipe(z.array(rowIdText).max(mostLabels, `Export at most ${mostLabels} orders at once.`));
const day = z.iso.date('Write the day as year-month-day, such as 2026-03-14.');

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/**
 * Accounts of some days. `accounts`: a row per payment. `movements`: a row per movement of money and VAT rate. `vat`: sums by
 * zone and rate. `xero`, `quickbooks`, `quickbooks-credits`: daily sums by way of payment and tax code to import there. `stripe`: entries of Stripe's balance with fees and payouts.
 */
const accountKinds = ['accounts', ...movementFiles, 'stripe'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Labels or customs of orders, the accounts of days, the last included, or the figures of a period. */
const ExportQuery = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('click-and-drop'), orders }),
    z.object({ kind: z.literal('customs'), orders }),
    z.object({ kind: z.literal('figures'), ...figuresAsked }),
    z
      .object({ kind: z.enum(accountKinds), from: day, to: day })
      .refine(({ from, to }) => from <= to, {
        path: ['to'],
        error: 'The last day comes before the first.',
      })
      .refine(({ from, to }) => daysBetween(from, to) <= mostDays, {
        path: ['to'],
        error: `Export at most ${mostDays} days at once.`,
      }),
  ],
  'There is no such file.',
);

/** A spreadsheet to save under its name. @throws 400, 403 */
export const getExport = reads('/api/staff/export', ExportQuery, ExportAnswer);

/** Takes the tracking numbers of a file; with `check` it only reads them. @throws 400 if it is unreadable or has a number twice */
export const sendTracking = acts('/api/staff/tracking', TrackingBody, TrackingAnswer);
