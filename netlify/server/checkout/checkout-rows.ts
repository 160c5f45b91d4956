import { z } from 'zod';
import type { Pence } from '#domain/money/money.ts';
import type { ShippingZone } from '#domain/enums.ts';
import { Duties } from '#domain/countries/duty-rules.ts';
import { afterAnswer } from '../after-answer.ts';
import { database, databaseFor, dataOf } from '../database.ts';
import type { Shopper } from '../token.ts';
import { holdSeconds, sessionSeconds } from './timing.ts';

/** One line of a basket, in the database's field names. */
interface BasketLine {
  product_id: number;
  variant_id: number;
  quantity: number;
}

/** The content of a checkout to be opened. */
export interface Basket {
  shopper: Shopper;
  /** ISO 3166-1 alpha-2. */
  country: string;
  zone: ShippingZone;
  lines: BasketLine[];
  /** The total on the shopper's screen, with tax and without shipping. */
  expectedTotal: Pence;
  /** Id of the billing form on the shopper's screen; their newest if omitted. */
  billingInfo?: number | undefined;
  /** Without a billing form: the payment page asks for the address, and `expectedTotal` is with the tax of the UK. */
  express?: boolean | undefined;
  /** Code of a discount or a gift card, as typed. */
  code?: string | undefined;
  /** Hash of the shopper's network; null where unpaid holds are not limited by network. */
  network: string | null;
}

export const OpenCheckout = z.object({
  checkout_id: z.uuid(),
  status: z.enum(['open', 'awaiting_payment', 'review', 'completed']),
  stripe_session_id: z.string().nullable(),
  stripe_session_url: z.string().nullable(),
  /** Unix seconds. */
  session_expires_at: z.int(),
  tax_basis_points: z.int(),
  tax_pence: z.int(),
  /** Off the goods; the tax is that of the rest. */
  discount_pence: z.int(),
  /** The discount code; null without one. */
  code: z.string().nullable(),
  /** The gift card that pays `goods_pence` of the goods and their tax; null without one. */
  credit: z.object({ code_end: z.string(), goods_pence: z.int() }).nullable(),
  /** The order whose swapped pieces pay for the discount. */
  paid_with: z.int().nullable(),
  /** Tax included in the prices; 0 where it is added to them. */
  included_basis_points: z.int(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** Null within the United Kingdom. */
  duties: Duties.nullable(),
  /** Null for an express checkout. */
  billing: z
    .object({
      name: z.string(),
      address: z.string(),
      email: z.string(),
      phone: z.string(),
    })
    .nullable(),
  lines: z.array(
    z.object({
      variant_id: z.int(),
      product_id: z.int(),
      product_name: z.string(),
      color_name: z.string(),
      unit_pence: z.int(),
      quantity: z.int(),
      /** The colour's main picture: a URL, or a path on the shop's own host. */
      image: z.string().nullable(),
    }),
  ),
  shipping_options: z.array(
    z.object({
      name: z.string(),
      amount_pence: z.int(),
      /** The part of it that a gift card pays. */
      credit_pence: z.int(),
      min_business_days: z.int(),
      max_business_days: z.int(),
    }),
  ),
});

/**
 * A checkout with frozen amounts and held stock; or, if not `open`, an earlier checkout of the same
 * basket that is paid or awaiting payment.
 */
export type OpenCheckout = z.infer<typeof OpenCheckout>;

/**
 * Prices the basket, holds its stock and freezes both (`open_checkout` in the database).
 * @param replaces the shopper's other open checkout, once its payment page is closed for good.
 * @throws HttpError 401 when the session has ended; DatabaseRefusal `billing_missing`, `billing_unknown`,
 *   `not_sold_there`, `out_of_stock`, `too_many`, `amount_changed`, `code_refused`, `payment_awaited` or `checkout_open`.
 */
export async function openCheckout(basket: Basket, replaces?: string): Promise<OpenCheckout> {
  const opened = await databaseFor(basket.shopper).rpc('open_checkout', {
    p_country: basket.country,
    p_zone: basket.zone,
    p_lines: basket.lines.map((line) => ({ ...line })),
    p_expected_total_pence: basket.expectedTotal,
    p_session_seconds: sessionSeconds,
    p_hold_seconds: holdSeconds,
    ...(replaces && { p_replaces: replaces }),
    ...(basket.billingInfo && { p_billing_info: basket.billingInfo }),
    ...(basket.network && { p_network: basket.network }),
    ...(basket.code && { p_code: basket.code }),
    ...(basket.express && { p_express: true }),
  });
  return OpenCheckout.parse(dataOf(opened));
}

/**
 * Records the payment session of a checkout.
 * @returns false when the checkout has been closed meanwhile, so that no stock is held for the session.
 */
export async function attachSession(
  checkout: string,
  session: string,
  url: string,
): Promise<boolean> {
  const attached = await database().rpc('attach_stripe_session', {
    p_checkout: checkout,
    p_session: session,
    p_url: url,
  });
  return dataOf(attached);
}

/** Records, for the shop's health, that Stripe did not open a payment page; after the answer, because shoppers need not wait. */
export function noteFailedPage(refused?: string): void {
  const asked = refused === undefined ? {} : { p_refused: refused };
  afterAnswer('A failed payment page was not noted', async () =>
    dataOf(await database().rpc('note_failed_page', asked)),
  );
}

/** Releases a checkout for which no payment page could be created; one with a page stays open. */
export async function releaseWithoutPage(checkout: string): Promise<void> {
  const asked = { p_checkout: checkout, p_without_session: true };
  dataOf(await database().rpc('release_checkout', asked));
}

/** Records that the shopper's browser has shown the order, and so will empty its cart. */
export async function markOrderSeen(session: string): Promise<void> {
  dataOf(await database().rpc('mark_order_seen', { p_session: session }));
}

/** Releases an unpaid checkout and its stock; closed ones are left alone. */
export async function releaseCheckout(checkout: string): Promise<void> {
  dataOf(await database().rpc('release_checkout', { p_checkout: checkout }));
}
