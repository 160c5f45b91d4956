import type { Locator, Page } from 'playwright/test';
import type { Sql } from 'postgres';
import type { StripeControl } from '#local/stripe/control-client.ts';
import type { StaffRole } from '#domain/wire/staff-me.ts';
import { type ShopDatabase, shopDatabase, type Sku } from '../support/shop-database.ts';
import { newShopper, sessionOf, type Shopper } from '../support/shopper.ts';
import { hire } from '../support/staff.ts';
import { type Account, comeAgain, tokenOf } from './browser-state.ts';

/** What the tests of the studio need of the shop. */
interface Shop {
  sql: Sql;
  stripe: StripeControl;
  /** Where its functions answer. */
  origin: string;
}

/** A payment of some pieces of a new colour, at £24.50 each. */
interface Paid {
  sku: Sku;
  shopper: Shopper;
  session: string;
  checkout: string;
}

function shopOver(sql: Sql): ShopDatabase {
  return shopDatabase({ sql, url: '', drop: async () => undefined });
}

/** Logs somebody into the browser who works for the shop. Returns their id. */
export async function comeAsStaff(
  page: Page,
  sql: Sql,
  account: Account,
  role: StaffRole,
): Promise<string> {
  const token = await tokenOf(page, account);
  await hire({ sql }, token.id, role, role === 'manager' ? 'Morag' : 'Percy');
  await comeAgain(page, { token });
  return token.id;
}

/**
 * A shopper pays for pieces of a colour that nobody else buys, by the shop's own calls.
 * @param charged what Stripe says was paid, in pence; the right amount when left out.
 */
export async function paidFor(
  { sql, stripe, origin }: Shop,
  { quantity = 2, charged }: { quantity?: number; charged?: number } = {},
): Promise<Paid> {
  const sku = await shopOver(sql).newSku(quantity + 3);
  // Neither it nor its picture is in the pages that others look at.
  await sql`update products set created_at = '2020-01-01' where id = ${sku.product_id}`;
  const shopper = await newShopper({
    origin,
    database: { sql, url: '', drop: async () => undefined },
  });
  const session = sessionOf(await shopper.paymentPage([{ sku, quantity }]));
  if (charged !== undefined) await stripe.alter(session, { amount_total: charged });
  await stripe.pay(session, { outcome: 'paid' });
  await shopper.reduceQuantity(session);
  await sql`update products set archived_at = now() where id = ${sku.product_id}`;
  const [found] = await sql<[{ checkout: string }]>`
    select id as checkout from checkouts where stripe_session_id = ${session}`;
  return { sku, shopper, session, checkout: found.checkout };
}

/** The same up to the order. Returns its number, too. */
export async function ordered(shop: Shop, quantity = 2): Promise<Paid & { order: number }> {
  const paid = await paidFor(shop, { quantity });
  const [{ order }] = await shop.sql<[{ order: number }]>`
    select id::int as order from orders where checkout_id = ${paid.checkout}`;
  return { ...paid, order };
}

/** Ends all logins of somebody, as when they are revoked. */
export async function endLogins(sql: Sql, user: string): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${user}`;
}

/** The dialog that asks for the password in place when the login has ended. */
export function endedLogin(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Your login has ended' });
}

/** Logs in again where the studio asks for it. */
export async function logInAgain(page: Page, { password }: Account): Promise<void> {
  await endedLogin(page).getByLabel('Your password').fill(password);
  await endedLogin(page).getByRole('button', { name: 'Log In' }).click();
}

/** Units of a colour that can be sold. */
export async function stockOf(sql: Sql, { variant_id }: Sku): Promise<number> {
  const [{ quantity }] = await sql<[{ quantity: number }]>`
    select quantity from color_variants where id = ${variant_id}`;
  return quantity;
}

/** What Stripe was asked to refund of a payment, in pence, attempt by attempt. */
export async function refundsOf(sql: Sql, { checkout }: Pick<Paid, 'checkout'>) {
  const rows = await sql<{ amount: number; state: string }[]>`
    select r.amount_pence::int as amount, r.state::text as state
    from refunds r join payments p on p.id = r.payment_id
    where p.checkout_id = ${checkout} order by r.created_at`;
  return [...rows];
}
