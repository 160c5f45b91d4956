import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/database.types.ts';
import { type RunningSupabase, startSupabase } from '#local/supabase.ts';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts';
import { shopDatabase } from '../support/shop-database.ts';
import { testKeys } from '../support/test-keys.ts';

let database: FreshDatabase;
let supabase: RunningSupabase;
let anyone: SupabaseClient<Database>;
let shopper: SupabaseClient<Database>;
let functions: SupabaseClient<Database>;
let shopperId: string;
/** A user of Supabase Auth without a profile. */
const unnamed = '00000000-0000-4000-8000-000000000001';
/** The shopper's open checkout. */
let openCheckout: string;

const stateless = { auth: { persistSession: false, autoRefreshToken: false } };

/** A client with the publishable key and, after signing up, a shopper's own token. */
async function signedUp(username: string) {
  const client = createClient<Database>(supabase.url, testKeys.publishableKey, stateless);
  const { data, error } = await client.auth.signUp({
    email: `${username}@example.com`,
    password: 'correct horse',
    options: { data: { username } },
  });
  if (error || !data.user) throw error ?? new Error('no user');
  return { client, id: data.user.id };
}

beforeAll(async () => {
  database = await freshDatabase();
  supabase = await startSupabase({ databaseUrl: database.url, port: 0, ...testKeys });
  anyone = createClient<Database>(supabase.url, testKeys.publishableKey, stateless);
  functions = createClient<Database>(supabase.url, testKeys.secretKey, stateless);
  ({ client: shopper, id: shopperId } = await signedUp('ada'));

  // The shopper and a stranger each have an order and an open checkout.
  const shop = shopDatabase(database);
  const ware = await shop.newWare(50);
  const stranger = await signedUp('stranger');
  for (const id of [shopperId, stranger.id]) {
    await database.sql`select save_billing_info(${id}, 'A', 'B', 'c@example.com', '1')`;
    const paid = await shop.open(id, [{ ware, quantity: 1 }]);
    await shop.complete(paid.checkout_id);
    const { checkout_id } = await shop.open(id, [{ ware, quantity: 2 }]);
    if (id === shopperId) openCheckout = checkout_id;
  }
  await database.sql`insert into auth.users (id, email) values (${unnamed}, 'u@example.com')`;
  await database.sql`select subscribe('fan@example.com')`;
});
afterAll(async () => {
  await supabase.close();
  await database.drop();
});

const catalogue = [
  'categories',
  'products',
  'color_variants',
  'variant_images',
  'tax_settings',
  'shipping_rates',
] as const;
const ownTables = ['profiles', 'billing_infos', 'payments', 'orders'] as const;
const hidden = [
  'checkouts',
  'checkout_lines',
  'checkout_shipping_options',
  'stock_holds',
  'subscriptions',
  'catalogue_changes',
] as const;
const everyTable = [...catalogue, ...ownTables, 'order_items', ...hidden] as const;

/** A row for each table with which nothing is wrong but who sends it. */
function newRows(user: string): Record<(typeof everyTable)[number], Record<string, unknown>> {
  const product = { product_id: 1, product_name: 'Gift', color_name: 'Gold' };
  const checkout_id = openCheckout;
  const purchase = { checkout_id, user_id: user, billing_info_id: 1 };
  return {
    categories: { slug: 'new', name: 'New' },
    products: { slug: 'gift', name: 'Gift', price_pence: 1, category_id: 1 },
    color_variants: { product_id: 1, color_name: 'Gold', quantity: 1000 },
    variant_images: { variant_id: 1, path: '/gift.jpg' },
    tax_settings: { tax_basis_points: 0 },
    shipping_rates: {
      zone: 'world',
      name: 'Gift',
      amount_pence: 0,
      min_business_days: 1,
      max_business_days: 1,
    },
    profiles: { user_id: unnamed, username: 'admin' },
    billing_infos: { user_id: user, name: 'a', address: 'a', email: 'a', phone: 'a' },
    payments: {
      ...purchase,
      amount_pence: 1,
      charged_pence: 1,
      currency: 'gbp',
      status: 'paid',
      stripe_session_id: 'cs_test_gift',
    },
    orders: {
      ...purchase,
      payment_id: 1,
      country: 'GB',
      subtotal_pence: 1,
      tax_pence: 0,
      shipping_pence: 0,
      shipping_name: 'Gift',
      order_amount_pence: 1,
      total_items: 1,
    },
    order_items: { order_id: 1, variant_id: 1, ...product, product_price_pence: 1, quantity: 1 },
    checkouts: {
      user_id: unnamed,
      billing_info_id: 1,
      country: 'GB',
      subtotal_pence: 1,
      tax_basis_points: 0,
      tax_pence: 0,
      session_expires_at: '2040-01-01',
    },
    checkout_lines: { checkout_id, variant_id: 1, ...product, unit_pence: 1, quantity: 1 },
    checkout_shipping_options: {
      checkout_id,
      position: 9,
      name: 'Gift',
      amount_pence: 0,
      min_business_days: 1,
      max_business_days: 1,
    },
    stock_holds: { checkout_id, variant_id: 1, quantity: 1, expires_at: '2040-01-01' },
    subscriptions: { email: 'gift@example.com' },
    catalogue_changes: { transaction_id: '1' },
  };
}

describe.each([
  ['anyone', () => anyone],
  ['a shopper', () => shopper],
])('%s', (_name, client) => {
  test.each(catalogue)('reads %s', async (table) => {
    const { data, error } = await client().from(table).select('*').limit(3);
    expect(error).toBeNull();
    expect(data?.length).toBeGreaterThan(0);
  });

  test.each(hidden)('sees nothing of %s', async (table) => {
    const { data } = await client().from(table).select('*');
    expect(data ?? []).toEqual([]);
  });

  test.each(everyTable)('changes nothing in %s', async (table) => {
    const before = await database.sql`select * from ${database.sql(table)} order by 1, 2`;
    const address = `${supabase.url}/rest/v1/${table}`;
    const { data } = await client().auth.getSession();
    const headers = {
      apikey: testKeys.publishableKey,
      'content-type': 'application/json',
      ...(data.session && { authorization: `Bearer ${data.session.access_token}` }),
    };
    const row = JSON.stringify(newRows(shopperId)[table]);
    const [column = ''] = Object.keys(newRows(shopperId)[table]);
    const everyRow = `?${column}=not.is.null`;
    const inserted = await fetch(address, { method: 'POST', headers, body: row });
    expect(inserted.status).toBeGreaterThanOrEqual(400);
    await fetch(address + everyRow, { method: 'PATCH', headers, body: row });
    await fetch(address + everyRow, { method: 'DELETE', headers });
    const after = await database.sql`select * from ${database.sql(table)} order by 1, 2`;
    expect([...after]).toEqual([...before]);
  });

  test('calls none of the shop’s functions', async () => {
    const [checkout] = await database.sql<[{ id: string }]>`
      select id from checkouts where status = 'open' limit 1`;
    const { id } = checkout;
    const user = shopperId;
    const answers = await Promise.all([
      client().rpc('release_checkout', { p_checkout: id }),
      client().rpc('complete_checkout', {
        p_checkout: id,
        p_session: 'cs_test_x',
        p_charged_pence: 1,
        p_currency: 'gbp',
        p_shipping_pence: 0,
      }),
      client().rpc('attach_stripe_session', { p_checkout: id, p_session: 'cs', p_url: 'x' }),
      client().rpc('await_payment', { p_checkout: id, p_session: 'cs', p_hold_seconds: 1 }),
      client().rpc('record_refund', { p_checkout: id, p_refund: 're' }),
      client().rpc('find_purchase', { p_shopper: user }),
      client().rpc('login_email', { p_username: 'stranger' }),
      client().rpc('username_taken', { p_username: 'stranger' }),
      client().rpc('current_stock', { p_items: [] }),
      client().rpc('subscribe', { p_email: 'a@example.com' }),
      client().rpc('product_listing'),
      client().rpc('save_billing_info', {
        p_user: user,
        p_name: 'a',
        p_address: 'a',
        p_email: 'a',
        p_phone: 'a',
      }),
      client().rpc('open_checkout', {
        p_user: user,
        p_country: 'GB',
        p_zone: 'domestic',
        p_lines: [],
        p_expected_total_pence: 0,
        p_session_seconds: 1,
        p_hold_seconds: 1,
      }),
    ]);
    for (const { data, error } of answers) {
      expect(data).toBeNull();
      expect(error?.code).toBe('42501');
    }
  });
});

describe('rows of shoppers', () => {
  test.each(ownTables)('a shopper sees their own row of %s and no other', async (table) => {
    const { data, error } = await shopper.from(table).select('user_id');
    expect(error).toBeNull();
    expect(data).toEqual([{ user_id: shopperId }]);
  });

  test('a shopper sees what they ordered and nothing that others did', async () => {
    const { data } = await shopper.from('order_items').select('quantity, orders(user_id)');
    expect(data).toEqual([{ quantity: 1, orders: { user_id: shopperId } }]);
  });

  test.each([...ownTables, 'order_items'] as const)('anyone sees nothing of %s', async (table) => {
    const { data } = await anyone.from(table).select('*');
    expect(data ?? []).toEqual([]);
  });

  test('a token that is not signed by the shop reads no shopper’s rows', async () => {
    const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const claims = { sub: shopperId, role: 'service_role', exp: 4_000_000_000 };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const answer = await fetch(`${supabase.url}/rest/v1/orders`, {
      headers: { apikey: testKeys.publishableKey, authorization: `Bearer ${header}.${payload}.` },
    });
    expect(await answer.json()).not.toContainEqual(
      expect.objectContaining({ id: expect.anything() }),
    );
  });
});

test('JSON goes through the Supabase API as it is, not as text in JSON', async () => {
  const [variant] = await database.sql<[{ id: number; product: number }]>`
    select id::int, product_id::int as product from color_variants where id = 1`;
  const items = [{ productId: variant.product, selectedColorId: variant.id }];
  const { data } = await functions.rpc('current_stock', { p_items: items });
  expect(data).toEqual([{ ...items[0], currentStock: expect.any(Number) }]);
  const { data: products } = await functions.rpc('product_listing');
  expect(products).toEqual(expect.arrayContaining([expect.objectContaining({ id: 1 })]));
});
