/** Discount codes in the studio. */
import * as z from 'zod';
import { discountKinds } from '../enums.ts';
import { pence as toPence } from '../money/money.ts';
import { acts, reads } from './staff-call.ts';

const count = z.int().min(0);
const amount = z.int().transform(toPence);

/** A discount with what it has brought in. */
const StaffDiscount = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(discountKinds),
  percent: z.int().nullable(),
  amount_pence: amount.nullable(),
  minimum_pence: amount,
  /** Orders of all its codes together; null: no limit. */
  max_uses: count.nullable(),
  single_use: z.boolean(),
  /** Days for which each of its codes is good; null: as long as the discount. */
  code_days: count.nullable(),
  once_per_person: z.boolean(),
  with_sales: z.boolean(),
  starts_at: z.string(),
  ends_at: z.string().nullable(),
  paused_at: z.string().nullable(),
  /** Null for single-use codes. */
  code: z.string().nullable(),
  /** The number of its codes. */
  codes: count,
  /** Batches of single-use codes, one for each time that staff made some. */
  batches: z.array(z.object({ id: z.uuid(), at: z.string(), by: z.string() })),
  /** Each move of its end to a later one; null: no end. */
  extensions: z.array(z.object({ at: z.string(), by: z.string(), ends_at: z.string().nullable() })),
  /** Names of products, categories and collections; empty for all. */
  covers: z.array(z.string()),
  made_by: z.string().nullable(),
  /** Uses of unfinished checkouts. */
  held: count,
  orders: count,
  /** Before refunds; null for roles that may not see money. */
  revenue_pence: amount.nullable(),
  /** Taken off goods and delivery. */
  given_pence: amount,
});
export type StaffDiscount = z.infer<typeof StaffDiscount>;

const DiscountsAnswer = z.object({
  /** Goods that a new discount may name. */
  goods: z.array(
    z.object({ kind: z.enum(['category', 'product']), slug: z.string(), name: z.string() }),
  ),
  discounts: z.array(StaffDiscount),
});
export type DiscountsAnswer = z.infer<typeof DiscountsAnswer>;

/** Maximum codes in one file. */
const mostCodes = 10_000;

const moment = z.iso.datetime('Enter a date and time.');
const pence = z.int('Enter an amount.').min(0).max(9_999_999, 'Enter at most £99,999.99.');

/** A discount's effect and minimum. */
const Effect = z
  .object({
    kind: z.enum(discountKinds),
    percent: z
      .int('Enter whole per cent.')
      .min(1, 'From 1 to 100.')
      .max(100, 'From 1 to 100.')
      .nullable(),
    amount_pence: pence.min(1, 'Enter an amount.').nullable(),
    minimum_pence: pence,
    with_sales: z.boolean(),
  })
  .refine(({ kind, percent }) => (kind === 'percent') === (percent !== null), {
    path: ['percent'],
    error: 'Enter the per cent.',
  })
  .refine(({ kind, amount_pence }) => (kind === 'amount') === (amount_pence !== null), {
    path: ['amount_pence'],
    error: 'Enter an amount.',
  });

/** The terms of a new discount. Without a code it is for single-use codes. */
const DiscountTerms = Effect.safeExtend({
  name: z.string().trim().min(1, 'Enter a name.').max(60, 'Use at most 60 characters.'),
  max_uses: z.int('Enter a whole number.').min(1, 'At least 1.').max(1_000_000).nullable(),
  once_per_person: z.boolean(),
  starts_at: moment.nullable(),
  ends_at: moment.nullable(),
  code: z
    .string()
    .regex(/^[\s-]*(?:[A-Za-z0-9][\s-]*){3,24}$/, 'Use 3 to 24 letters and digits.')
    .nullable(),
  products: z.array(z.string()).max(500),
  categories: z.array(z.string()).max(100),
});

/** The terms of new subscribers' codes: single use, once per person, for all products. */
const WelcomeTerms = Effect.safeExtend({
  /** Days after the day it is made. */
  code_days: z.int('Enter whole days.').min(1, 'From 1 to 365.').max(365, 'From 1 to 365.'),
});

export const getDiscounts = reads('/api/staff/discounts', z.object({}), DiscountsAnswer);

/** Makes a discount. `change` is an idempotency key. @throws 400; 403; 409 `discount_code_taken`, `discount_goods_gone` */
export const makeDiscount = acts(
  '/api/staff/discount-make',
  z.object({ change: z.uuid(), terms: DiscountTerms }),
  DiscountsAnswer,
);

/** Pauses or resumes a discount. @throws 403; 404 */
export const pauseDiscount = acts(
  '/api/staff/discount-pause',
  z.object({ change: z.uuid(), discount: z.int(), paused: z.boolean() }),
  DiscountsAnswer,
);

/** Moves a discount's end later; null for no end. @throws 403; 404; 409 `discount_over`, `discount_end_not_later` */
export const extendDiscount = acts(
  '/api/staff/discount-extend',
  z.object({ change: z.uuid(), discount: z.int(), ends_at: moment.nullable() }),
  DiscountsAnswer,
);

/** Makes single-use codes; a repeat returns the same ones. @throws 400 too many; 403; 404 */
export const makeCodes = acts(
  '/api/staff/discount-codes',
  z.object({
    change: z.uuid(),
    discount: z.int(),
    count: z
      .int('Enter a whole number.')
      .min(1, 'At least 1.')
      .max(mostCodes, `At most ${mostCodes}.`),
  }),
  z.object({ codes: z.array(z.string()) }),
);

const WelcomeOffer = z.object({
  /** Null while new subscribers get no code. */
  turned_on_at: z.string().nullable(),
  turned_on_by: z.string().nullable(),
  /** Whether its discount is paused, so that none is sent. */
  paused: z.boolean(),
  /** Terms; all null before they are first set. */
  kind: z.enum(discountKinds).nullable(),
  percent: z.int().nullable(),
  amount_pence: amount.nullable(),
  minimum_pence: amount.nullable(),
  with_sales: z.boolean().nullable(),
  code_days: count.nullable(),
  /** Codes made on these terms. */
  codes: count,
  /** Orders with them. */
  orders: count,
});
export type WelcomeOffer = z.infer<typeof WelcomeOffer>;

/** The discount code that new subscribers to the news get. */
export const getWelcome = reads('/api/staff/welcome-code', z.object({}), WelcomeOffer);

/** Turns codes for new subscribers on with these terms, or off (null). */
export const offerWelcome = acts(
  '/api/staff/welcome-code',
  z.object({ terms: WelcomeTerms.nullable() }),
  WelcomeOffer,
);
