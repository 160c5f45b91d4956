import { beforeAll, describe, expect, test } from 'vitest';
import { newClientAddress } from '#harness/client-address.ts';
import { callerHash } from '#server/rate-limit/caller-hash.ts';
import { limits } from '#server/rate-limit/limits.ts';
import { call } from '../support/call.ts';
import { rush } from '../support/crowd.ts';
import { openBackend } from '../support/open-backend.ts';
import type { Sku, WantedLine } from '../support/shop-database.ts';
import { newShopper, registeredShopper, type Shopper } from '../support/shopper.ts';

const { backend, shop } = await openBackend();
const { sql } = backend.database;

/** A colour with the units that anyone could buy now. */
interface FreeSku extends Sku {
  free: number;
}

/** The whole catalogue. */
async function freeStock(): Promise<FreeSku[]> {
  return sql<FreeSku[]>`
    select v.product_id::int, v.id::int as variant_id, p.price_pence as price, f.free
    from colours_on_sale c
    join color_variants v on v.id = c.id
    join products p on p.id = v.product_id
    join free_units(array(select id from color_variants)) f on f.variant_id = v.id
    where f.free > 0 order by v.id`;
}

async function freeUnits(): Promise<number> {
  return (await freeStock()).reduce((sum, { free }) => sum + free, 0);
}

/** Splits units into baskets that the shop allows, in the order of the colours. */
function basketsOf(stock: readonly FreeSku[], units: number): WantedLine[][] {
  const baskets: WantedLine[][] = [];
  let room = 0;
  for (const { free, ...sku } of stock) {
    for (let left = free; left > 0;) {
      const last = baskets.at(-1);
      const held = last?.some((line) => line.sku.variant_id === sku.variant_id);
      if (!last || room === 0 || held) {
        baskets.push([]);
        room = units;
      }
      const quantity = Math.min(10, left, room);
      baskets.at(-1)?.push({ sku, quantity });
      left -= quantity;
      room -= quantity;
    }
  }
  return baskets;
}

/** An attacker who wants to sell out the shop: accounts on one network. */
async function accountsAt(from: string, count: number): Promise<Shopper[]> {
  return Promise.all(Array.from({ length: count }, () => newShopper(backend, { from })));
}

/** Presses CHECKOUT in all accounts concurrently. Returns those that got a payment page. */
async function pressAll(accounts: readonly Shopper[], units: number): Promise<Shopper[]> {
  const baskets = basketsOf(await freeStock(), units);
  const replies = await Promise.all(
    accounts.map((account, place) => account.checkOut(baskets[place % baskets.length] ?? [])),
  );
  expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  return accounts.filter((_, place) => replies[place]?.status === 200);
}

/** Holds as much as all accounts together can. Returns those that hold something. */
async function grabAll(accounts: readonly Shopper[]): Promise<Shopper[]> {
  const holding = new Set<Shopper>();
  for (const units of [20, 10, 1]) {
    const others = accounts.filter((account) => !holding.has(account));
    for (const account of await pressAll(others, units)) holding.add(account);
  }
  return [...holding];
}

/** Pays for a basket with a new account on another network, through the SQL functions that set the limits. */
async function buy(wanted: WantedLine[]): Promise<void> {
  const network = callerHash(newClientAddress());
  const { checkout_id } = await shop.open(await shop.newShopper(), wanted, { network });
  expect(await shop.complete(checkout_id)).toMatchObject({ outcome: 'completed' });
}

let all: number;
beforeAll(async () => {
  await backend.stripe.webhookMode({ mode: 'drop' });
  all = await freeUnits();
});

describe('an attacker who wants to hold the whole stock without paying', () => {
  test('payments 24: gets twenty units with a new account, and the reason for the limit', async () => {
    expect(all).toBeGreaterThan(1000);
    const attacker = await newShopper(backend, { from: newClientAddress() });
    const stock = await freeStock();
    const each = stock.map((sku) => ({ sku, quantity: 1 }));
    const tries: [WantedLine[], string][] = [
      [
        stock.map((sku) => ({ sku, quantity: sku.free })),
        'You can order at most 10 of one colour at a time.',
      ],
      [each, 'You can order at most 30 items at a time.'],
      [each.slice(0, 30), 'With a new account you can order at most 20 items at a time.'],
    ];
    for (const [wanted, detail] of tries) {
      expect(await attacker.checkOut(wanted)).toMatchObject({ status: 409, body: { detail } });
      expect(await freeUnits()).toBe(all);
    }
    expect(await attacker.checkOut(each.slice(0, 20))).toMatchObject({ status: 200 });
    expect(await attacker.checkOut(each.slice(1, 21))).toMatchObject({ status: 200 });
    expect(await freeUnits()).toBe(all - 20);
  });

  test('payments 24: gets thirty with all the accounts that a network may create in a day', async () => {
    const from = newClientAddress();
    const before = await freeUnits();
    const accounts = await accountsAt(from, limits['register-address-day'].attempts);
    const holding = await grabAll(accounts);
    expect(before - (await freeUnits())).toBe(30);
    // Other baskets renew the holds but never enlarge them.
    for (const units of [14, 15, 13]) {
      await pressAll(holding, units);
      expect(before - (await freeUnits())).toBeLessThanOrEqual(30);
    }
    await grabAll(accounts);
    expect(before - (await freeUnits())).toBeLessThanOrEqual(30);
    const [honest] = basketsOf(await freeStock(), 1);
    const reply = await (await newShopper(backend, { from })).checkOut(honest ?? []);
    expect(reply).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Nothing was charged and your cart is kept') },
    });
  });

  test('payments 24: leaves nine tenths of the stock to other buyers, even from several networks', async () => {
    // The third network, after those of the tests above.
    const from = newClientAddress();
    await grabAll(await accountsAt(from, limits['register-address-day'].attempts));
    await rush(basketsOf(await freeStock(), 20), 10, buy);
    expect(await freeUnits()).toBe(0);
    const [{ sold }] = await sql<[{ sold: number }]>`
      select sum(quantity)::int as sold from order_items`;
    expect(sold / all).toBeGreaterThanOrEqual(0.9);
  });
});

test('one network may create few accounts at once, a developer’s machine more', async () => {
  const from = newClientAddress();
  const register = (place: number) => {
    const username = `sybil-${place}`;
    const json = { username, email: `${username}@example.com`, password: 'correct horse' };
    return call(`${backend.origin}/api/auth/register/`, { json, from });
  };
  const replies = await Promise.all(Array.from({ length: 8 }, (_, place) => register(place)));
  const statuses = replies.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
  const local = await Promise.all(Array.from({ length: 8 }, () => registeredShopper(backend)));
  expect(local).toHaveLength(8);
});

test('a developer’s machine has no network limit: each of its shoppers may hold the full amount', async () => {
  await sql`update color_variants set quantity = quantity + 100`;
  const shoppers = await Promise.all(Array.from({ length: 5 }, () => newShopper(backend)));
  const [basket] = basketsOf(await freeStock(), 20);
  for (const shopper of shoppers) {
    expect(await shopper.checkOut(basket ?? [])).toMatchObject({ status: 200 });
  }
});
