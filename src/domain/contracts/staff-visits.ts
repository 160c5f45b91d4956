/** Counts of visits, made by supabase/schemas/platform/counts.sql. */
import * as z from 'zod';
import { newsPlaces } from '../enums.ts';
import { reads } from './staff-call.ts';
import { figureDays, figuresAsked } from './staff-figures.ts';

const day = z.iso.date();

/** The steps of a purchase: views, pieces put into carts, payment pages opened, orders. */
const Funnel = z.object({
  seen: z.int(),
  added: z.int(),
  checkout: z.int(),
  bought: z.int(),
  searches: z.int(),
});
export type Funnel = z.infer<typeof Funnel>;

/** A text with its sum, and the pieces put into carts after it; `''` for all others. */
const CountedText = z.object({ key: z.string(), sum: z.int(), added: z.int() });
export type CountedText = z.infer<typeof CountedText>;

/** `GET /api/staff/visits` */
export const VisitsAnswer = z.object({
  ...figureDays,
  now: Funnel,
  before: Funnel,
  /** Each day of the period; a single day with the six before it. */
  days: z.array(Funnel.extend({ day })),
  referrers: z.array(CountedText),
  campaigns: z.array(CountedText),
  searched: z.array(CountedText),
  searched_in_vain: z.array(CountedText),
  /** Confirmed subscribers by the place where they entered their address; those who have left are not counted. */
  joined: z.array(z.object({ place: z.enum(newsPlaces), people: z.int() })),
  /** Products looked at of which no piece was ordered. */
  not_bought: z.array(
    z.object({
      product_id: z.int(),
      slug: z.string(),
      name: z.string(),
      seen: z.int(),
      added: z.int(),
      in_stock: z.int(),
    }),
  ),
});
export type VisitsAnswer = z.infer<typeof VisitsAnswer>;

/** Counts of a day, week or month, against the one before. @throws 403 */
export const getVisits = reads('/api/staff/visits', z.object(figuresAsked), VisitsAnswer);
