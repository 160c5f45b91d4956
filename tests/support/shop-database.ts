import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { DiscountKind, ShippingZone } from '#domain/enums.ts';
import { holdSeconds as holdSecondsOfShop, sessionSeconds } from '#server/checkout/timing.ts';
import { acting } from '#harness/acting.ts';
import type { FreshDatabase } from './fresh-database.ts';

/** A colour on sale, as identified by lines of a basket. */
export interface Sku {
  product_id: number;
  variant_id: number;
  /** Price of one unit, in pence. */
  price: number;
}

/** A SKU and a quantity; several lines may name the same SKU. */
export interface WantedLine {
  sku: Sku;
  quantity: number;
}

export interface OpenedCheckout {
  checkout_id: string;
  stripe_session_id: string | null;
  session_expires_at: number;
  tax_pence: number;
  discount_pence: number;
  code: string | null;
  lines: { variant_id: number; unit_pence: number; quantity: number }[];
  shipping_options: { name: string; amount_pence: number }[];
}

export interface Completed {
  outcome: string;
  payment_id: number;
  order_id: number | null;
}

/** Reason of a refusal by a SQL function or a constraint. */
export interface Refusal {
  code: string;
  reason: string | undefined;
  detail: unknown;
}

interface OpenOptions {
  /** Pence with tax; if omitted, the database's own total. */
  expectedTotal?: number;
  country?: string;
  replaces?: string;
  holdSeconds?: number;
  /** Id of the billing form; the shopper's newest if omitted. */
  billingInfo?: number;
  /** Hash of the shopper's network; unlimited if omitted. */
  network?: string;
  /** Discount code. */
  code?: string;
  /** Pence that the code takes off, in the expected total. */
  off?: number;
  zone?: ShippingZone;
}

interface PaidOptions {
  session?: string;
  /** Pence at Stripe; the frozen amounts plus `shipping`, less what a gift card pays of the goods, if omitted. */
  charged?: number;
  currency?: string;
  /** Pence; free domestic delivery if omitted. */
  shipping?: number;
  /** Country of the delivery address at Stripe; none if omitted. */
  parcelTo?: string;
  /** Time of the payment at Stripe; now if omitted. */
  paidAt?: string;
}

/** Columns of a discount, with the products and categories it covers and its number of codes. */
interface DiscountOptions {
  kind?: DiscountKind;
  percent?: number;
  amount_pence?: number;
  minimum_pence?: number;
  max_uses?: number;
  single_use?: boolean;
  once_per_person?: boolean;
  with_sales?: boolean;
  starts_at?: string;
  ends_at?: string;
  paused_at?: string;
  products?: number[];
  categories?: number[];
  codes?: number;
}

/** Adds the tax of the seeded shop: 6 %, half a penny rounded up. */
export function withTax(subtotal: number): number {
  return subtotal + Math.round(subtotal * 0.06);
}

export function totalOf(lines: readonly WantedLine[], off = 0): number {
  return withTax(lines.reduce((sum, { sku, quantity }) => sum + sku.price * quantity, -off));
}

function detailOf(text: string | undefined): unknown {
  return text?.startsWith('{') || text?.startsWith('[') ? JSON.parse(text) : text;
}

/** PostgreSQL's refusal of a call; undefined if it succeeded. Any other error is rethrown. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    return { code: error.code, reason: error.hint, detail: detailOf(error.detail) };
  }
}

async function newShopper(
  { sql }: FreshDatabase,
  { billing = true, guest = false } = {},
): Promise<string> {
  const user = randomUUID();
  const name = `shopper-${user}`;
  await (guest
    ? sql`insert into auth.users (id, is_anonymous) values (${user}, true)`
    : sql`
        insert into auth.users (id, email, raw_user_meta_data)
        values (${user}, ${`${user}@example.com`}, ${sql.json({ username: name })})`);
  await sql`insert into auth.sessions (id, user_id) values (${user}, ${user})`;
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method)
    values (${user}, ${guest ? 'anonymous' : 'password'})`;
  if (billing) await saveBilling({ sql }, user);
  return user;
}

async function saveBilling(
  { sql }: Pick<FreshDatabase, 'sql'>,
  user: string,
  address = '1 High St',
): Promise<number> {
  const [{ id }] = await sql<[{ id: number }]>`
    select save_billing_info(
      'Ada', ${address}, ${`${user}@example.com`}, '07700'
    )::int as id from ${acting(sql, user)}`;
  return id;
}

async function newSku({ sql }: FreshDatabase, quantity: number, price = 2450): Promise<Sku> {
  const slug = `sku-${randomUUID()}`;
  const [sku] = await sql<[{ product_id: number; variant_id: number }]>`
    with product as (
      insert into products (slug, name, price_pence, category_id)
      select ${slug}, 'A hat', ${price}, min(id) from categories returning id
    )
    insert into color_variants (product_id, color_name, quantity)
    select id, 'Ink', ${quantity} from product
    returning product_id::int, id::int as variant_id`;
  return { ...sku, price };
}

async function open(
  { sql }: FreshDatabase,
  user: string,
  wanted: readonly WantedLine[],
  {
    off = 0,
    expectedTotal = totalOf(wanted, off),
    country = 'GB',
    replaces,
    holdSeconds = holdSecondsOfShop,
    billingInfo,
    network,
    code,
    zone = 'domestic',
  }: OpenOptions = {},
): Promise<OpenedCheckout> {
  const lines = wanted.map(({ sku: { product_id, variant_id }, quantity }) => ({
    product_id,
    variant_id,
    quantity,
  }));
  const [{ opened }] = await sql<[{ opened: OpenedCheckout }]>`
    select open_checkout(
      ${country}, ${zone}, ${sql.json(lines)}, ${expectedTotal}, ${sessionSeconds},
      ${holdSeconds}, ${replaces ?? null}, ${billingInfo ?? null}, ${network ?? null}, ${code ?? null}) as opened
      from ${acting(sql, user)}`;
  return opened;
}

async function newDiscount({ sql }: FreshDatabase, wanted: DiscountOptions = {}): Promise<string> {
  const { products = [], categories = [], codes = 1, ...terms } = wanted;
  const row = { name: 'A code', kind: 'percent', once_per_person: false, ...terms };
  const filled = row.kind === 'percent' && !('percent' in row) ? { ...row, percent: 10 } : row;
  const [made] = await sql<[{ code: string }]>`
    with made as (insert into discounts ${sql(filled)} returning id),
    named as (
      insert into discount_products select id, unnest(${products}::bigint[]) from made),
    shelved as (
      insert into discount_categories select id, unnest(${categories}::bigint[]) from made)
    insert into discount_codes (discount_id, code)
    select id, random_discount_code() from made, generate_series(1, ${codes}) returning code`;
  return made.code;
}

async function complete(
  { sql }: FreshDatabase,
  checkout: string,
  {
    session = `cs_test_${checkout}`,
    charged,
    currency = 'gbp',
    shipping = 0,
    parcelTo,
    paidAt,
  }: PaidOptions = {},
): Promise<Completed> {
  const [{ completed }] = await sql<[{ completed: Completed }]>`
    select complete_checkout(
      ${checkout}, ${session},
      coalesce(${charged ?? null}::bigint, (
        select subtotal_pence - discount_pence + tax_pence + ${shipping}::int - coalesce(
          (select goods_pence from checkout_credits where checkout_id = id), 0)
        from checkouts where id = ${checkout})),
      ${currency}, ${shipping}, null, ${`pi_${checkout}`},
      p_delivery => ${parcelTo ? sql.json({ name: 'Ada', line1: '1 High St', country: parcelTo }) : null},
      p_paid_at => ${paidAt ?? null}) as completed`;
  return completed;
}

/** The shop's database as its functions use it, called directly. */
export function shopDatabase(database: FreshDatabase) {
  const { sql } = database;
  return {
    sql,
    /**
     * A shopper with an account, or a guest, logged in with a session of the same id, and by default with a saved
     * billing form.
     */
    newShopper: (options?: { billing?: boolean; guest?: boolean }) => newShopper(database, options),
    /** Saves a logged-in shopper's billing form. Returns its id. */
    saveBilling: (user: string, address?: string) => saveBilling(database, user, address),
    /** A new product of one colour. Price in pence. */
    newSku: (quantity: number, price?: number) => newSku(database, quantity, price),
    /** Calls `open_checkout`. */
    open: (user: string, wanted: readonly WantedLine[], options?: OpenOptions) =>
      open(database, user, wanted, options),
    /** A new discount, 10 % off for everyone unless `terms` say otherwise. Returns one of its codes. */
    newDiscount: (terms?: DiscountOptions) => newDiscount(database, terms),
    /** A new gift card from any member of staff. Returns its code. */
    async newGiftCard(pence: number, email = 'ada@example.com'): Promise<string> {
      const id = randomUUID();
      await sql`
        select issue_gift_card(jsonb_populate_record(null::gift_cards, jsonb_build_object(
          'id', ${id}::uuid, 'origin', 'given', 'email', ${email}::text, 'reason', 'A test', 'staff_id', min(id))), ${pence})
        from staff`;
      const [card] = await sql<
        [{ code: string }]
      >`select unsent_code as code from gift_cards where id = ${id}`;
      return card.code;
    },
    /** Calls `complete_checkout` for a session that is paid at Stripe. */
    complete: (checkout: string, options?: PaidOptions) => complete(database, checkout, options),
    /**
     * Records a refund of a checkout's payment at Stripe: in full, or a number of pence.
     * @param id Stripe's id of the refund
     */
    async refund(
      checkout: string,
      id: string,
      { pence = null, status = 'succeeded' }: { pence?: number | null; status?: string } = {},
    ): Promise<string | undefined> {
      const [row] = await sql<{ outcome: string }[]>`
        select record_refunds(stripe_payment_intent_id, jsonb_build_array(jsonb_build_object(
          'id', ${id}::text, 'amount_pence', coalesce(${pence}::bigint, charged_pence),
          'status', ${status}::text, 'created', 1))) ->> 'outcome' as outcome
        from payments where checkout_id = ${checkout}`;
      return row?.outcome;
    },
    async release(checkout: string): Promise<boolean> {
      const [row] = await sql<[{ done: boolean }]>`select release_checkout(${checkout}) as done`;
      return row.done;
    },
    /** Units in stock, held or not. */
    async unitsOf({ variant_id }: Sku): Promise<number> {
      const [row] = await sql<[{ quantity: number }]>`
        select quantity from color_variants where id = ${variant_id}`;
      return row.quantity;
    },
    /** Units that this shopper, or an anonymous one, could still buy. */
    async freeUnitsOf({ product_id, variant_id }: Sku, user: string | null = null) {
      const items = sql.json([{ productId: product_id, selectedColorId: variant_id }]);
      const [{ stock }] = await sql<[{ stock: { currentStock: number }[] }]>`
        select current_stock(${items}, ${user}) as stock`;
      return stock[0]?.currentStock;
    },
    async statusOf(checkout: string): Promise<string | undefined> {
      const [row] = await sql<{ status: string }[]>`
        select status from checkouts where id = ${checkout}`;
      return row?.status;
    },
    /** Makes a checkout's holds expire now, and its payment page a moment earlier. */
    async letHoldsRunOut(checkout: string): Promise<void> {
      await sql`
        update stock_holds set expires_at = now() - interval '1 second'
        where checkout_id = ${checkout}`;
      await sql`
        update checkouts set session_expires_at = now() - interval '2 seconds'
        where id = ${checkout}`;
    },
    /** Number of rows of each kind for a checkout. */
    async rowsOf(checkout: string) {
      const [row] = await sql<[{ payments: number; orders: number; items: number; holds: number }]>`
        select
          (select count(*)::int from payments where checkout_id = ${checkout}) as payments,
          (select count(*)::int from orders where checkout_id = ${checkout}) as orders,
          (select count(*)::int from order_items i join orders o on o.id = i.order_id
           where o.checkout_id = ${checkout}) as items,
          (select count(*)::int from stock_holds where checkout_id = ${checkout}) as holds`;
      return { ...row };
    },
  };
}

export type ShopDatabase = ReturnType<typeof shopDatabase>;
