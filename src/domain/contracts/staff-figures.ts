/** Figures, made by supabase/schemas/money/figures.sql and defined on their page (FigureNotes.tsx). Money is whole pence. */
import * as z from 'zod';
import { figurePeriods, returnKinds } from '../enums.ts';
import { reads } from './staff-call.ts';

const day = z.iso.date();

/** Sums over some days. */
const FigureTotals = z.object({
  orders: z.int(),
  pieces: z.int(),
  /** Total of the orders placed. */
  ordered_pence: z.int(),
  /** Money taken less money returned, tax included. */
  revenue_pence: z.int(),
  /** The tax in it. */
  tax_pence: z.int(),
  /** Number of refunds. */
  refunds: z.int(),
  refunded_pence: z.int(),
  /** Lost in disputes. */
  disputes_pence: z.int(),
  sent_pieces: z.int(),
  /** Cost of labels, less those given back. */
  labels_pence: z.int(),
  /** Pieces announced for return, by kind. */
  returned_pieces: z.partialRecord(z.enum(returnKinds), z.int()),
});
export type FigureTotals = z.infer<typeof FigureTotals>;

const Seller = z.object({
  product_id: z.int(),
  slug: z.string(),
  name: z.string(),
  pieces: z.int(),
  /** Price of the pieces, without added tax. */
  goods_pence: z.int(),
  in_stock: z.int(),
});
export type Seller = z.infer<typeof Seller>;

/** The days of a period, and of the one before. */
export const figureDays = {
  period: z.enum(figurePeriods),
  today: day,
  from: day,
  /** The last day, inclusive, like `before_to`. */
  to: day,
  before_from: day,
  before_to: day,
};

/** `GET /api/staff/figures` */
export const FiguresAnswer = z.object({
  ...figureDays,
  now: FigureTotals,
  before: FigureTotals,
  /** Revenue of each day, or of each hour of a single day. */
  course: z.array(z.int()),
  course_before: z.array(z.int()),
  countries: z.array(z.object({ country: z.string(), orders: z.int(), revenue_pence: z.int() })),
  best: z.array(Seller),
  worst: z.array(Seller),
  /** Units of all colours on sale. */
  in_stock: z.int(),
  sold_in_28_days: z.int(),
  /** Colours that sell out first. */
  cover: z.array(
    Seller.pick({ product_id: true, slug: true, name: true, in_stock: true }).extend({
      color_name: z.string(),
      /** Units sold in the last 28 days and today. */
      sold: z.int(),
    }),
  ),
});
export type FiguresAnswer = z.infer<typeof FiguresAnswer>;

export const figuresAsked = {
  period: z.enum(figurePeriods, 'The period is day, week or month.'),
  /** A day of the period; today if omitted. */
  day: z.iso
    .date('Write the day as year-month-day, such as 2026-03-14.')
    .regex(/^20/, 'Not a day of this century.')
    .optional(),
};

/** Figures of a day, week or month, against the one before. @throws 403 */
export const getFigures = reads('/api/staff/figures', z.object(figuresAsked), FiguresAnswer);
