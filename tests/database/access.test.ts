import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/database.types.ts';
import { testKeys } from '#harness/test-keys.ts';
import { startTwoShoppers, type TwoShoppers } from '../support/two-shoppers.ts';

let shop: TwoShoppers;
let shopper: SupabaseClient<Database>;

beforeAll(async () => {
  shop = await startTwoShoppers();
  shopper = shop.shopper.client;
});
afterAll(() => shop.close());

const ownTables = ['profiles', 'billing_infos', 'payments', 'orders'] as const;

describe('rows of shoppers', () => {
  test.each(ownTables)('a shopper sees only their own rows of %s', async (table) => {
    const { data, error } = await shopper.from(table).select('user_id');
    expect(error).toBeNull();
    expect([...new Set(data?.map(({ user_id }) => user_id))]).toEqual([shop.shopper.id]);
  });

  test('a shopper sees only their own orders', async () => {
    const { data } = await shopper.from('order_items').select('quantity, orders(user_id)');
    // The order, and pieces that were sent again, exchanged and added by a payment link.
    expect(data).toEqual(
      [2, 1, 1, 1].map((quantity) => ({ quantity, orders: { user_id: shop.shopper.id } })),
    );
  });

  test.each([...ownTables, 'order_items'] as const)('anyone sees nothing of %s', async (table) => {
    const { data } = await shop.anyone.client.from(table).select('*');
    expect(data ?? []).toEqual([]);
  });

  test('a token not signed by the shop reads no shopper’s rows', async () => {
    const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const claims = { sub: shop.shopper.id, role: 'service_role', exp: 4_000_000_000 };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const answer = await fetch(`${shop.url}/rest/v1/orders`, {
      headers: { apikey: testKeys.publishableKey, authorization: `Bearer ${header}.${payload}.` },
    });
    expect(await answer.json()).not.toContainEqual(
      expect.objectContaining({ id: expect.anything() }),
    );
  });
});

test('JSON passes through the Supabase API unchanged, not double-encoded', async () => {
  const [variant] = await shop.database.sql<[{ id: number; product: number }]>`
    select id::int, product_id::int as product from color_variants where id = 1`;
  const items = [{ productId: variant.product, selectedColorId: variant.id }];
  const { data } = await shop.functions.rpc('current_stock', { p_items: items });
  expect(data).toEqual([
    { ...items[0], currentStock: expect.any(Number), price: expect.any(Number) },
  ]);
  const { data: products } = await shop.functions.rpc('product_listing');
  expect(products).toEqual(expect.arrayContaining([expect.objectContaining({ id: 1 })]));
});
