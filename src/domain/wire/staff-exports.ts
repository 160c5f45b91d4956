/** What leaves the studio as a spreadsheet, and the tracking numbers that come back as one. */
import { z } from 'zod';
import { carrierName } from '../carrier.ts';
import { oneLine } from './fields.ts';
import { Dispatched } from './staff-dispatch.ts';

/** `GET /api/staff/export`: a file to save. */
export const ExportAnswer = z.object({
  /** The file's name. */
  name: z.string(),
  /** Its text, CSV in UTF-8 that begins with a byte order mark. */
  text: z.string(),
  /** What whoever saves it must know, such as why cells are empty. */
  note: z.string().optional(),
});
export type ExportAnswer = z.infer<typeof ExportAnswer>;

/** Characters of a file of tracking numbers that are taken at once. */
export const mostTrackingText = 80_000;

/** `POST /api/staff/tracking` */
export const TrackingBody = z.object({
  /** Made by the browser for each file that is sent, and the same when that is repeated. */
  event: z.uuid('Not a valid action.'),
  /** For lines that do not name theirs. */
  carrier: oneLine(40).default('Royal Mail').transform(carrierName),
  /** A CSV file, or columns pasted from a spreadsheet: order number and tracking number. */
  text: z
    .string('This field is required.')
    .max(mostTrackingText, 'The file is too large: send a part of it at a time.'),
  /** Whether to change nothing, so that a person sees what would be sent. */
  check: z.boolean().default(false),
  /** Whether numbers that look mistyped are taken, too. */
  mistyped: z.boolean().default(false),
});
export type TrackingBody = z.input<typeof TrackingBody>;

/** What became of a line, or would. `readable`: it would be sent. `mistyped`: left out, since its number looks wrong. `numbered`: the parcel had left without a number. `known`: it had this number already. */
const TrackedLine = Dispatched.omit({ order: true, outcome: true }).extend({
  /** In the file, from 1. */
  line: z.int(),
  /** Null where the line names none. */
  order: z.int().nullable(),
  tracking_number: z.string().nullable(),
  /** As the line names it, else the usual one. */
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
  /** That in words, for a person. */
  detail: z.string(),
  /** What looks wrong with the number although it was taken. */
  warning: z.string().nullable(),
});
export type TrackedLine = z.infer<typeof TrackedLine>;

export const TrackingAnswer = z.object({ lines: z.array(TrackedLine) });
export type TrackingAnswer = z.infer<typeof TrackingAnswer>;
