import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../support/open-database.ts';
import { type Refusal, refusalOf, type WantedLine } from '../support/shop-database.ts';

const { shop, sql } = await openDatabase(12);
/** Six colours with ample stock. */
const skus = await Promise.all(Array.from({ length: 6 }, () => shop.newSku(1000)));

/** A basket of `units`, at most ten per colour. */
function basketOf(units: number): WantedLine[] {
  return skus.flatMap((sku, place) => {
    const quantity = Math.min(10, units - 10 * place);
    return quantity > 0 ? [{ sku, quantity }] : [];
  });
}

function newNetwork(): string {
  return randomBytes(32).toString('base64url');
}

function tooMany(of: string, most?: number): Refusal {
  return { code: 'PT409', reason: 'too_many', detail: { of, ...(most && { most }) } };
}

/** A shopper whose account is two days old. */
async function oldShopper(): Promise<string> {
  const id = await shop.newShopper();
  await sql`
    update profiles set created_at = created_at - interval '2 days' where user_id = ${id}`;
  return id;
}

/** A shopper who has paid for an order. */
async function customer(): Promise<string> {
  const id = await shop.newShopper();
  const { checkout_id } = await shop.open(id, basketOf(1));
  await shop.complete(checkout_id);
  await sql`select mark_order_seen(${`cs_test_${checkout_id}`})`;
  return id;
}

/** Unpaid units held from a network. */
async function unitsHeldFrom(network: string): Promise<number> {
  const [{ units }] = await sql<[{ units: number }]>`
    select coalesce(sum(h.quantity), 0)::int as units
    from checkouts c join stock_holds h on h.checkout_id = c.id
    where c.network_hash = ${network} and h.expires_at > now()`;
  return units;
}

describe('a basket', () => {
  test('has at most ten of one colour, its lines added up', async () => {
    const buyer = await customer();
    const [sku] = basketOf(1);
    if (!sku) throw new Error('no colour');
    const line = (quantity: number) => ({ ...sku, quantity });
    const refused = tooMany('colour', 10);
    expect(await refusalOf(shop.open(buyer, [line(11)]))).toEqual(refused);
    expect(await refusalOf(shop.open(buyer, [line(6), line(5)]))).toEqual(refused);
    expect(await refusalOf(shop.open(buyer, [line(5), line(5)]))).toBeUndefined();
  });

  test('has at most thirty units, and holds nothing when it has more', async () => {
    const buyer = await customer();
    const before = await Promise.all(skus.map((sku) => shop.freeUnitsOf(sku)));
    expect(await refusalOf(shop.open(buyer, basketOf(31)))).toEqual(tooMany('basket', 30));
    expect(await Promise.all(skus.map((sku) => shop.freeUnitsOf(sku)))).toEqual(before);
    expect(await refusalOf(shop.open(buyer, basketOf(30)))).toBeUndefined();
  });

  test('has at most twenty in the first day of an account without an order', async () => {
    const newcomer = await shop.newShopper();
    const refused = tooMany('new_account', 20);
    expect(await refusalOf(shop.open(newcomer, basketOf(21)))).toEqual(refused);
    expect(await refusalOf(shop.open(newcomer, basketOf(20)))).toBeUndefined();
    for (const buyer of [await oldShopper(), await customer()]) {
      expect(await refusalOf(shop.open(buyer, basketOf(30)))).toBeUndefined();
    }
  });

  test('that is paid or pending is shown even if it now exceeds the limit', async () => {
    const buyer = await oldShopper();
    const { checkout_id } = await shop.open(buyer, basketOf(30));
    await shop.complete(checkout_id);
    await sql`update profiles set created_at = now() where user_id = ${buyer}`;
    expect(await shop.open(buyer, basketOf(30))).toMatchObject({ checkout_id });
  });
});

describe('a network', () => {
  test('holds at most thirty unpaid units for shoppers without an order', async () => {
    const network = newNetwork();
    await shop.open(await oldShopper(), basketOf(20), { network });
    await shop.open(await shop.newShopper(), basketOf(9), { network });
    const late = await shop.newShopper();
    expect(await refusalOf(shop.open(late, basketOf(2), { network }))).toEqual(tooMany('network'));
    expect(await refusalOf(shop.open(late, basketOf(1), { network }))).toBeUndefined();
    expect(await unitsHeldFrom(network)).toBe(30);
  });

  test('holds at most twenty-five unpaid units for guests, and leaves the rest to new accounts', async () => {
    const network = newNetwork();
    const guest = () => shop.newShopper({ guest: true });
    const refused = tooMany('new_account', 20);
    expect(await refusalOf(shop.open(await guest(), basketOf(21), { network }))).toEqual(refused);
    await shop.open(await guest(), basketOf(20), { network });
    const late = await guest();
    expect(await refusalOf(shop.open(late, basketOf(6), { network }))).toEqual(tooMany('network'));
    expect(await refusalOf(shop.open(late, basketOf(5), { network }))).toBeUndefined();
    expect(await refusalOf(shop.open(await guest(), basketOf(1), { network }))).toEqual(
      tooMany('network'),
    );
    const newcomer = await shop.newShopper();
    expect(await refusalOf(shop.open(newcomer, basketOf(5), { network }))).toBeUndefined();
    expect(await unitsHeldFrom(network)).toBe(30);
  });

  test('payments 24: a crowd of guests from three networks holds at most eighty units', async () => {
    const networks = [newNetwork(), newNetwork(), newNetwork()];
    const [sku] = skus;
    if (!sku) throw new Error('no colour');
    await sql`
      create function public.try_to_hold(p_guest uuid, p_network text, p_units int) returns boolean
      language plpgsql as $$ begin
        perform set_config('request.headers', json_build_object(
          'x-caller-user', p_guest, 'x-caller-session', p_guest)::text, true);
        perform public.save_billing_info('Ada', '1 High St', 'ada@example.com', '07700');
        perform public.open_checkout('GB', 'domestic', jsonb_build_array(jsonb_build_object(
          'product_id', ${sql.unsafe(String(sku.product_id))},
          'variant_id', ${sql.unsafe(String(sku.variant_id))}, 'quantity', p_units)),
          p_units * ${sql.unsafe(String(sku.price))} * 106 / 100, 1860, 2160, p_network => p_network);
        return true;
      exception when sqlstate 'PT409' then return false; end $$`;
    await sql`
      with guests as (
        insert into auth.users (id, is_anonymous) select gen_random_uuid(), true from generate_series(1, 90)
        returning id)
      insert into auth.sessions (id, user_id) select id, id from guests`;
    // Each tries ten units first, then what may be left.
    await sql`
      select bool_or(public.try_to_hold(u.id, (${networks}::text[])[1 + u.place % 3], units))
      from (select id, row_number() over () as place from auth.users where is_anonymous) u,
        unnest(array[10, 5, 1]) units`;
    const held = await Promise.all(networks.map(unitsHeldFrom));
    expect(held).toEqual([25, 25, 25]);
  });

  test('holds sixty with its customers, whom newcomers cannot block', async () => {
    const network = newNetwork();
    await shop.open(await oldShopper(), basketOf(30), { network });
    await shop.open(await customer(), basketOf(20), { network });
    const [late, newcomer] = [await customer(), await shop.newShopper()];
    for (const [buyer, units] of [
      [late, 11],
      [newcomer, 1],
    ] as const) {
      expect(await refusalOf(shop.open(buyer, basketOf(units), { network }))).toEqual(
        tooMany('network'),
      );
    }
    expect(await refusalOf(shop.open(late, basketOf(10), { network }))).toBeUndefined();
    expect(await unitsHeldFrom(network)).toBe(60);
  });

  test('does not affect another network, or an unknown one', async () => {
    await shop.open(await oldShopper(), basketOf(30), { network: newNetwork() });
    for (const options of [{ network: newNetwork() }, {}, {}, {}]) {
      const opening = shop.open(await oldShopper(), basketOf(30), options);
      expect(await refusalOf(opening)).toBeUndefined();
    }
  });

  test('regains units that are paid, released or expired, and drops their network hash', async () => {
    const network = newNetwork();
    const ends: ((checkout: string) => Promise<unknown>)[] = [
      (checkout) => shop.complete(checkout),
      (checkout) => shop.complete(checkout, { charged: 1 }),
      (checkout) => shop.release(checkout),
      (checkout) => shop.letHoldsRunOut(checkout),
    ];
    for (const end of ends) {
      const { checkout_id } = await shop.open(await oldShopper(), basketOf(30), { network });
      expect(await unitsHeldFrom(network)).toBe(30);
      await end(checkout_id);
      expect(await unitsHeldFrom(network)).toBe(0);
    }
    const [known] = await sql`
      select count(*)::int as checkouts from checkouts
      where network_hash = ${network} and closed_at is not null`;
    expect(known).toEqual({ checkouts: 0 });
  });

  test('counts a pending payment as unpaid', async () => {
    const network = newNetwork();
    const { checkout_id } = await shop.open(await oldShopper(), basketOf(30), { network });
    await sql`select await_payment(${checkout_id}, ${`cs_test_${checkout_id}`}, 1209600)`;
    const late = await shop.newShopper();
    expect(await refusalOf(shop.open(late, basketOf(1), { network }))).toEqual(tooMany('network'));
  });

  test('counts the same after a hundred renewals', async () => {
    const network = newNetwork();
    const buyers = await Promise.all(Array.from({ length: 5 }, oldShopper));
    const replaces = new Map<string, string>();
    for (let round = 0; round < 20; round += 1) {
      const opened = await Promise.all(
        buyers.map(async (buyer) => {
          const replaced = replaces.get(buyer);
          const options = { network, ...(replaced && { replaces: replaced }) };
          const opening = shop.open(buyer, basketOf(12 + (round % 3)), options);
          const refusal = await refusalOf(opening);
          if (!refusal) replaces.set(buyer, (await opening).checkout_id);
          return refusal?.reason ?? 'opened';
        }),
      );
      expect(opened.filter((reason) => !['opened', 'too_many'].includes(reason))).toEqual([]);
      expect(await unitsHeldFrom(network)).toBeLessThanOrEqual(30);
    }
  });

  test('gets no more by forty concurrent requests, whatever other networks do', async () => {
    const networks = [newNetwork(), newNetwork(), newNetwork()];
    // Each wants a different colour, so that no call waits for a colour's lock.
    const visits = await Promise.all(
      Array.from({ length: 40 }, async () => ({
        buyer: await shop.newShopper(),
        wanted: [{ sku: await shop.newSku(10), quantity: 7 }],
      })),
    );
    const refusals = await Promise.all(
      visits.map(({ buyer, wanted }, place) => {
        const network = networks[place % networks.length];
        return refusalOf(shop.open(buyer, wanted, network ? { network } : {}));
      }),
    );
    expect(new Set(refusals.flatMap((refusal) => refusal?.reason ?? []))).toEqual(
      new Set(['too_many']),
    );
    for (const network of networks) expect(await unitsHeldFrom(network)).toBe(28);
  });

  test('returns the same checkout for the same basket', async () => {
    const [home, office] = [newNetwork(), newNetwork()];
    await shop.open(await oldShopper(), basketOf(30), { network: office });
    const buyer = await shop.newShopper();
    const opened = await shop.open(buyer, basketOf(10), { network: home });
    for (const network of [home, office]) {
      expect(await shop.open(buyer, basketOf(10), { network })).toEqual(opened);
    }
  });
});

test('is stored only as a hash', async () => {
  const opening = shop.open(await shop.newShopper(), basketOf(1), { network: '198.18.0.1' });
  expect(await refusalOf(opening)).toMatchObject({ code: '23514' });
});
