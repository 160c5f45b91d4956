/** VAT quarters, filed once and for all (supabase/schemas/money/filed_quarters.sql). Money is whole pence. */
import * as z from 'zod';
import { acts, reads } from './staff-call.ts';

const day = z.iso.date();

/** VAT summary of a currency, country and rate. */
const QuarterSum = z.object({
  currency: z.string(),
  country: z.string(),
  /** Null outside the scope of VAT. */
  rate_basis_points: z.int().nullable(),
  /** Movements with a part at this rate. */
  movements: z.int(),
  /** Movements among them of earlier quarters, recorded after those had been filed. */
  late: z.int(),
  amount_pence: z.int(),
  tax_pence: z.int(),
});
export type QuarterSum = z.infer<typeof QuarterSum>;

const quarter = {
  /** First day, which identifies the quarter. */
  quarter: day,
  /** Last day. */
  to: day,
  sums: z.array(QuarterSum),
};

const OpenQuarter = z.object({
  ...quarter,
  /** Whether its last day is over. */
  ended: z.boolean(),
  /** Hash of its movements. */
  digest: z.string(),
});
export type OpenQuarter = z.infer<typeof OpenQuarter>;

const FiledQuarter = z.object({ ...quarter, by: z.string(), at: z.string() });
export type FiledQuarter = z.infer<typeof FiledQuarter>;

/** `GET /api/staff/quarters`: the earliest quarter that is not filed, null before the first payment, and those filed. */
const QuartersAnswer = z.object({
  open: OpenQuarter.nullable(),
  /** Newest first. */
  filed: z.array(FiledQuarter),
});

/** @throws 403 */
export const getQuarters = reads('/api/staff/quarters', z.object({}), QuartersAnswer);

const FileQuarterBody = z.object({
  /** Idempotency key. */
  event: z.uuid('Not a valid action.'),
  quarter: z.iso
    .date('Name the first day of the quarter.')
    .regex(/^20/, 'Not a day of this century.'),
  /** The digest of what was shown. */
  seen: z.string().max(64),
});

/** Files a quarter for good. @throws 403; 409 `quarter_changed` after a movement that was not shown, `quarter_filed`, `quarter_not_next` */
export const fileQuarter = acts('/api/staff/quarter-file', FileQuarterBody, z.object({}));
