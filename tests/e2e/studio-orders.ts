import type { Locator, Page } from 'playwright/test';
import type { Sql } from 'postgres';
import type { StripeControl } from 'stripe-checkout-sandbox';
import type { StaffRole } from '#domain/enums.ts';
import { type ShopDatabase, shopDatabase, type Sku } from '../support/shop-database.ts';
import { newShopper, sessionOf, type Shopper } from '../support/shopper.ts';
import { hire } from '../support/staff.ts';
import { type Account, comeAgain, tokenOf } from './browser-state.ts';

/** Parts of the shop that studio tests use. */
interface Shop {
  sql: Sql;
  stripe: StripeControl;
  /** Origin of the functions. */
  origin: string;
}

/** A payment for units of a new colour, at £24.50 each. */
interface Paid {
  sku: Sku;
  shopper: Shopper;
  session: string;
  checkout: string;
}

function shopOver(sql: Sql): ShopDatabase {
  return shopDatabase({ sql, url: '', drop: async () => undefined });
}

/** Signs up and logs in a new member of staff, with the password of the account. Returns their id. */
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

/** The actions on an order or a customer beyond the first two. */
export function menu(page: Page): Locator {
  return page.locator('.studio-menu');
}

/** Presses an action on an order or a customer, shown or in the menu. */
export async function choose(page: Page, name: string): Promise<void> {
  const named = { name, exact: true, includeHidden: true };
  const item = page.locator('.order-actions').getByRole('button', named);
  await item.waitFor({ state: 'attached' });
  if (!(await item.isVisible())) await page.getByRole('button', { name: 'More actions' }).click();
  await item.click();
}

/** A paid order. */
export interface Ordered extends Paid {
  order: number;
}

/**
 * Logs a new member of staff without a password into the browser, several times faster than with one. Returns
 * their id.
 */
export async function workAs(page: Page, sql: Sql, role: StaffRole): Promise<string> {
  const database = { sql, url: '', drop: async () => undefined };
  const { id, token: access } = await newShopper({ origin: '', database }, { billing: false });
  await hire({ sql }, id, role, role === 'manager' ? 'Morag' : 'Percy');
  await comeAgain(page, { token: { id, access } });
  return id;
}

/** Shows another place of the open studio, as Back and Forward do: several times faster than loading the page. */
export async function showPlace(page: Page, address: string): Promise<void> {
  await page.evaluate((next) => {
    history.pushState(null, '', next);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/**
 * Makes a shopper pay for units of a colour unique to the test, through the shop's own calls.
 * @param charged amount that Stripe reports, in pence; the correct one if omitted.
 * @param by the shopper; a new one if omitted.
 */
export async function paidFor(
  { sql, stripe, origin }: Shop,
  { quantity = 2, charged, by }: { quantity?: number; charged?: number; by?: Shopper } = {},
): Promise<Paid> {
  const sku = await shopOver(sql).newSku(quantity + 3);
  // Keeps the product and its picture off the pages of other tests.
  await sql`update products set created_at = '2020-01-01' where id = ${sku.product_id}`;
  const database = { sql, url: '', drop: async () => undefined };
  const shopper = by ?? (await newShopper({ origin, database }));
  const session = sessionOf(await shopper.paymentPage([{ sku, quantity }]));
  if (charged !== undefined) await stripe.alter(session, { amount_total: charged });
  await stripe.pay(session, { outcome: 'paid' });
  await shopper.reduceQuantity(session);
  await sql`update products set archived_at = now() where id = ${sku.product_id}`;
  const [found] = await sql<[{ checkout: string }]>`
    select id as checkout from checkouts where stripe_session_id = ${session}`;
  return { sku, shopper, session, checkout: found.checkout };
}

/** The same purchase, with its order number. */
export async function ordered(shop: Shop, quantity = 2, by?: Shopper): Promise<Ordered> {
  const paid = await paidFor(shop, { quantity, ...(by && { by }) });
  const [{ order }] = await shop.sql<[{ order: number }]>`
    select id::int as order from orders where checkout_id = ${paid.checkout}`;
  return { ...paid, order };
}

/** Ends all logins of a user, as if revoked. */
export async function endLogins(sql: Sql, user: string): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${user}`;
}

/**
 * Ends all logins of a user, then presses a button. The click is dispatched, because a refetch may have opened the dialog
 * for the password over the button already.
 */
export async function pressLoggedOut(sql: Sql, user: string, button: Locator): Promise<void> {
  await endLogins(sql, user);
  await button.dispatchEvent('click');
}

/** The dialog that asks for the password when the login has ended. */
export function endedLogin(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Your login has expired' });
}

/** Logs in again where the studio asks for it. */
export async function logInAgain(page: Page, { password }: Account): Promise<void> {
  await endedLogin(page).getByLabel('Your password').fill(password);
  await endedLogin(page).getByRole('button', { name: 'Log In' }).click();
}

/** Units of a colour available for sale. */
export async function stockOf(sql: Sql, { variant_id }: Sku): Promise<number> {
  const [{ quantity }] = await sql<[{ quantity: number }]>`
    select quantity from color_variants where id = ${variant_id}`;
  return quantity;
}

/** Refund attempts of a payment at Stripe, in pence. */
export async function refundsOf(sql: Sql, { checkout }: Pick<Paid, 'checkout'>) {
  const rows = await sql<{ amount: number; state: string }[]>`
    select r.amount_pence::int as amount, r.state::text as state
    from refunds r join payments p on p.id = r.payment_id
    where p.checkout_id = ${checkout} order by r.created_at`;
  return [...rows];
}
