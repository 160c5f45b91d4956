/** The stockroom: stock of colours, its movements, adjustments and expected deliveries. */
import * as z from 'zod';
import { stockReasons } from '../enums.ts';
import { pence } from '../money/money.ts';
import { oneLine } from './fields.ts';
import { productCodeText } from './product-code-text.ts';
import { acts, reads } from './staff-call.ts';
import { rowIdText, searchText } from './staff-fields.ts';

/** Most units of one colour. */
const mostUnits = 1_000_000;
const units = z.int('Enter a whole number of units.').min(0).max(mostUnits);

/** Stock of a colour (`stock_facts`). */
export const ColourStock = z.object({
  variant_id: z.int(),
  product_id: z.int(),
  product_name: z.string(),
  color_name: z.string(),
  sku: z.string(),
  gtin: z.string().nullable(),
  /** The product's slug. */
  slug: z.string(),
  archived: z.boolean(),
  /** Today’s price. */
  price_pence: z.int().transform(pence),
  image: z.string().nullable(),
  /** Units that a count finds: those to send among them. */
  on_shelf: z.int(),
  /** Sold, but still there. */
  to_send: z.int(),
  /** Set aside for open checkouts. */
  held: z.int(),
  /** Left to sell. */
  free: z.int(),
  /** Limit of low stock. */
  low: z.int(),
  /** Whether the limit was chosen for this colour. */
  own_low: z.boolean(),
  is_low: z.boolean(),
  /** Sold in the last 30 days, less cancelled. */
  sold_lately: z.int(),
  /** Shoppers who asked for an e-mail when it is back, and the first one's date. */
  waiting: z.int(),
  waiting_since: z.string().nullable(),
  /** Units of expected deliveries, and the first one's day. */
  expected: z.int(),
  expected_on: z.iso.date().nullable(),
});
export type ColourStock = z.infer<typeof ColourStock>;

/** Parts of the stockroom that are listed. */
export const stockShows = ['all', 'low', 'waiting', 'expected'] as const;
export type StockShow = (typeof stockShows)[number];

const StockAnswer = z.object({
  rows: z.array(ColourStock),
  next: z.int().nullable(),
  /** Rows on the pages before. */
  before: z.int(),
  total: z.int(),
});

const StockQuery = z.object({
  q: searchText.default(''),
  show: z.enum(stockShows, 'There is no such list.').default('all'),
  /** `next` of the previous page. */
  after: rowIdText.optional(),
});

const Movement = z.object({
  id: z.int(),
  at: z.string(),
  moved: z.int(),
  /** Units left to sell or held after it. */
  stock: z.int(),
  why: z.enum(stockReasons),
  order: z.int().nullable(),
  note: z.string().nullable(),
  /** The colleague; null for shoppers and SQL. */
  by: z.string().nullable(),
});
export type Movement = z.infer<typeof Movement>;

const Delivery = z.object({
  id: z.uuid(),
  units: z.int(),
  due_on: z.iso.date(),
  note: z.string().nullable(),
  made_at: z.string(),
  by: z.string(),
});
export type Delivery = z.infer<typeof Delivery>;

const ColourAnswer = z.object({
  colour: ColourStock.extend({
    sold: z.int(),
    cancelled: z.int(),
    /** Back in stock; others were written off. */
    returned: z.int(),
    /** Sent again, free of charge. */
    replaced: z.int(),
    written_off: z.int(),
  }),
  deliveries: z.array(Delivery),
  movements: z.array(Movement),
  next: z.int().nullable(),
});
export type ColourAnswer = z.infer<typeof ColourAnswer>;

/** Reasons of adjustments by hand. */
export const adjustmentReasons = [
  'counted',
  'damaged',
  'lost',
  'stolen',
  'sample',
  'found',
] as const;
export type AdjustmentReason = (typeof adjustmentReasons)[number];

/** Maximum number of colours in one adjustment or stock-take. */
const mostCounted = 500;

const variant = z.int().positive();
/** A text that may be empty. */
const note = z.union([z.literal('').transform(() => null), oneLine(200)]).nullable();

const AdjustBody = z.object({
  /** Idempotency key. */
  event: z.uuid('Not a valid action.'),
  why: z.enum(adjustmentReasons, 'Choose a reason.'),
  note,
  /** `seen`: units on the shelf as shown; `now`: those that are there. */
  items: z
    .array(
      z.object({
        variant_id: variant,
        seen: z
          .int()
          .min(0)
          .max(10 * mostUnits),
        now: z
          .int('Enter a whole number of units.')
          .min(0, 'There are fewer on the shelf.')
          .max(mostUnits),
      }),
    )
    .min(1, 'Count at least one colour.')
    .max(mostCounted, `Count at most ${mostCounted} colours at once.`),
});

const Done = z.object({ done: z.literal(true) });

/** A page of the stockroom. */
export const getStock = reads('/api/staff/stock', StockQuery, StockAnswer);

/** One colour with its movements, fifty on a page. @throws 404 */
export const getColourStock = reads(
  '/api/staff/stock/colour',
  z.object({ variant: rowIdText, after: rowIdText.optional() }),
  ColourAnswer,
);

/** Adjusts stock by the differences found. @throws 404; 409 if units would be taken away that are sold or being paid for */
export const adjustStock = acts('/api/staff/stock/adjust', AdjustBody, Done);

/** Sets a colour's limit of low stock; null for the shop's. @throws 404 */
export const limitStock = acts(
  '/api/staff/stock/limit',
  z.object({ variant_id: variant, low: units.nullable() }),
  Done,
);

/** Notes an expected delivery. @throws 404 */
export const expectDelivery = acts(
  '/api/staff/stock/expect',
  z.object({
    /** Idempotency key. */
    delivery: z.uuid('Not a valid action.'),
    variant_id: variant,
    units: units.min(1, 'Enter at least one unit.'),
    due_on: z.iso.date('Choose a day.'),
    note,
  }),
  Done,
);

/** Puts a delivery into stock; `arrived` 0 calls it off. @throws 404; 409 if it was closed otherwise */
export const closeDelivery = acts(
  '/api/staff/stock/arrive',
  z.object({ delivery: z.uuid('Not a valid delivery.'), arrived: units }),
  Done,
);

/** The colour of a scanned code. */
export const getScanned = reads(
  '/api/staff/scanned',
  z.object({ code: productCodeText }),
  z.object({ found: ColourStock.nullable() }),
);
