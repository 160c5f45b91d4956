import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { practiceSignature } from '#local/beacon/practice-rounds.ts';
import { leafOf, receiptOf, recordFaults } from '#domain/draws/draw-proof.ts';
import type { DrawRecord } from '#domain/draws/draw-record.ts';
import { limits } from '#server/rate-limit/limits.ts';
import { acting } from '#harness/acting.ts';
import { rush } from '../support/crowd.ts';
import { violationsIn } from '../support/invariants.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf, type Sku } from '../support/shop-database.ts';

const { shop, sql, callAs, newStaff } = await openDatabase(16);
const marketer = await newStaff('marketer');

interface Draw {
  id: string;
  sku: Sku;
  slug: string;
}

/** Moves a draw's clock, which no key and no function can. */
async function shift({ id }: Draw, hours: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update draws
      set opens_at = opens_at - make_interval(hours => ${hours}), closes_at = closes_at - make_interval(hours => ${hours}),
          seed_round = seed_round - ${hours * 1200}
      where id = ${id}`;
  });
}

/** The time so many hours from now. */
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** A draw that takes entries, planned by a marketer: from an hour from now, moved to now. */
async function openDraw(pieces: number, stock = pieces): Promise<Draw> {
  const sku = await shop.newSku(stock);
  const [product] = await sql<
    [{ slug: string }]
  >`select slug from products where id = ${sku.product_id}`;
  await callAs(marketer, 'staff_plan_draw', product.slug, at(1), at(3), {
    [sku.variant_id]: pieces,
  });
  const [draw] = await sql<
    [{ id: string }]
  >`select id from draws where product_id = ${sku.product_id}`;
  const opened = { id: draw.id, sku, slug: product.slug };
  await shift(opened, 2);
  return opened;
}

interface Entered {
  entry: string | null;
  confirmed: boolean;
  mail: string | null;
  wait: number;
}

async function enter({ id, sku }: Draw, email: string, ip?: string): Promise<Entered> {
  const counted = (action: keyof typeof limits, who: string) => ({
    action,
    caller: createHash('sha256')
      .update(who + id)
      .digest('base64url'),
    ...limits[action],
  });
  const attempt =
    ip === undefined
      ? []
      : [counted('draw-entry-network', ip), counted('draw-entry-person', email)];
  const [entered] = await sql<[Entered]>`
    select * from enter_draw(${id}, ${sku.variant_id}, ${email}, ${sql.json(attempt)}, '[]')`;
  return entered;
}

/** Uses the link of an e-mail. Returns the entry. */
async function confirm({ mail }: Entered): Promise<string> {
  const [{ entry }] = await sql<[{ entry: string }]>`
    select draw_entry_id as entry from mail_outbox where id = ${mail}`;
  expect([...(await sql`select confirm_draw_entry(${entry}) as done`)]).toEqual([{ done: true }]);
  return entry;
}

/** Entries of that many people. */
async function enterCrowd(draw: Draw, people: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: people }, async () =>
      confirm(await enter(draw, `${randomUUID()}@example.com`)),
    ),
  );
}

/** Closes a draw and publishes its root. */
async function seal(draw: Draw): Promise<void> {
  await shift(draw, 2);
  await sql`select seal_draws()`;
}

async function recordOf({ id }: Draw): Promise<DrawRecord> {
  const [{ record }] = await sql<[{ record: DrawRecord }]>`select draw_record(${id}) as record`;
  return record;
}

/** Lets the seed's round come, and draws. */
async function drawNow(draw: Draw): Promise<DrawRecord> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update draws set seed_round = beacon_round_at(now()) - 1 where id = ${draw.id}`;
  });
  const [due] = await sql<{ seed_round: number }[]>`
    select seed_round::int from draws_to_draw() where id = ${draw.id}`;
  const signature = await practiceSignature(due?.seed_round ?? 0);
  await sql`select record_draw_seed(${draw.id}, ${signature})`;
  return recordOf(draw);
}

interface Place {
  entry: string;
  state: string;
  place: number;
}

async function placesOf({ id }: Draw): Promise<Place[]> {
  return sql<Place[]>`
    select entry_id as entry, state, place from draw_places where draw_id = ${id} order by place`;
}

/** Buys what an entry has won, by its mailed link. Returns the outcome of the payment. */
async function buy({ sku }: Draw, entry: string, card: string, address: string = randomUUID()) {
  const user = await shop.newShopper();
  await callAs(user, 'claim_draw_piece', entry);
  const { checkout_id } = await shop.open(user, [{ sku, quantity: 1 }]);
  return pay(checkout_id, card, address);
}

async function pay(checkout: string, card: string, address: string): Promise<string> {
  const delivery = { name: 'Ada', line1: address, postcode: 'W1 1AA', country: 'GB' };
  const [{ outcome }] = await sql<[{ outcome: string }]>`
    select complete_checkout(
      ${checkout}, ${`cs_test_${checkout}`}, (select subtotal_pence + tax_pence from checkouts where id = ${checkout}),
      'gbp', 0, p_payment_intent => ${`pi_${checkout}`}, p_delivery => ${sql.json(delivery)}, p_card => ${card}
    ) ->> 'outcome' as outcome`;
  return outcome;
}

async function kindsTo(entry: string): Promise<string[]> {
  const rows = await sql<{ kind: string }[]>`
    select kind from mail_outbox where draw_entry_id = ${entry} order by kind::text`;
  return rows.map(({ kind }) => kind);
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'draw-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The output of the command that knows nothing of the shop's code. */
function checkedByCommand(record: DrawRecord): string {
  const file = path.join(folder, `${record.draw}.json`);
  writeFileSync(file, JSON.stringify(record));
  try {
    return execFileSync(process.execPath, ['public/check-draw.mjs', file], {
      encoding: 'utf8',
      env: { ...process.env, OFFLINE: '1' },
    });
  } catch (error) {
    return String(error instanceof Error && 'stdout' in error ? error.stdout : error);
  }
}

beforeEach(() => sql`truncate rate_limits`);

describe('the published record', () => {
  test('leads page, command and database to the same winners', async () => {
    const draw = await openDraw(3);
    const entries = await enterCrowd(draw, 11);
    expect(await recordOf(draw)).toBeNull();
    await seal(draw);
    const sealed = await recordOf(draw);
    expect(sealed).toMatchObject({ entries: 11, signature: null });
    expect(sealed.lists[0]?.order).toEqual([]);
    expect(await recordFaults(sealed)).toEqual([]);

    const drawn = await drawNow(draw);
    expect(drawn.root).toBe(sealed.root);
    expect(await recordFaults(drawn)).toEqual([]);
    const places = await placesOf(draw);
    expect(places.map(({ state }) => state)).toEqual([
      ...Array.from({ length: 3 }, () => 'offered'),
      ...Array.from({ length: 8 }, () => 'waiting'),
    ]);
    const winners = drawn.lists[0]?.order.slice(0, 3) ?? [];
    const output = checkedByCommand(drawn);
    expect(output).toContain(`winners of 3:\n${winners.join('\n')}\n`);
    expect(output).toContain(`Right: root ${drawn.root}`);
    expect(new Set(places.map(({ entry }) => entry))).toEqual(new Set(entries));
  });

  test('lets each of ten entrants win as often as any other, over 10,000 draws', async () => {
    const [{ chi_square }] = await sql<[{ chi_square: number }]>`
      with ranked as (
        select draw, entrant, row_number() over (
          partition by draw order by draw_rank(sha256('root'), sha256(int4send(draw)), sha256(int4send(entrant)))) as place
        from generate_series(1, 10000) draw, generate_series(1, 10) entrant)
      select sum((wins - 1000) ^ 2 / 1000)::float as chi_square
      from (select entrant, count(*) as wins from ranked where place = 1 group by entrant) won`;
    // Nine degrees of freedom: an even draw exceeds 21.67 once in a hundred times.
    expect(chi_square).toBeLessThan(21.67);
    expect(chi_square).toBeCloseTo(13.19);
  });

  test('holds a receipt that only its salt ties to an address', async () => {
    const draw = await openDraw(1);
    const entered = await enter(draw, 'Ada.Lovelace+hats@gmail.com');
    const entry = await confirm(entered);
    const read = async () =>
      (await sql<[{ entry: Record<string, string> }]>`select draw_entry(${entry}) as entry`)[0]
        .entry;
    const { receipt = '', salt = '', leaf } = await read();
    expect(await receiptOf(entry, salt, 'adalovelace@gmail.com')).toBe(receipt);
    expect(await leafOf(draw.id, draw.sku.variant_id, receipt)).toBe(leaf);
    await seal(draw);
    const before = await recordOf(draw);
    await sql`select forget_draw_entries('ADA.lovelace+hats@gmail.com', null)`;
    expect(await recordOf(draw)).toEqual(before);
    expect(await read()).toMatchObject({ email: null, person: null, salt: null, receipt, leaf });
    expect(await recordFaults(await drawNow(draw))).toEqual([]);
    expect(await placesOf(draw)).toMatchObject([{ state: 'waiting' }]);
  });

  test('names a later round if the root was late', async () => {
    const draw = await openDraw(1);
    await enterCrowd(draw, 1);
    await shift(draw, 5);
    await sql`select seal_draws()`;
    const [{ early }] = await sql<[{ early: boolean }]>`
      select beacon_time(seed_round) < sealed_at + interval '5 minutes' as early from draws where id = ${draw.id}`;
    expect(early).toBe(false);
    await expect(
      sql`select record_draw_seed(${draw.id}, ${await practiceSignature(1)})`,
    ).rejects.toThrow('does not exist yet');
  });
});

describe('before the seed nobody in the shop', () => {
  test('confirms one late, by any call of the secret key', async () => {
    const draw = await openDraw(1);
    const late = await enter(draw, 'late@example.com');
    await enterCrowd(draw, 2);
    await shift(draw, 2);
    const [{ entry }] = await sql<[{ entry: string }]>`
      select draw_entry_id as entry from mail_outbox where id = ${late.mail}`;
    const asKey = (call: string) =>
      refusalOf(
        sql.begin(async (tx) => {
          await tx`set local role service_role`;
          await tx.unsafe(call);
        }),
      );
    expect(await asKey(`select confirm_draw_entry('${entry}')`)).toMatchObject({
      reason: 'draw_closed',
    });
    expect(
      await asKey(
        `select enter_draw('${draw.id}', ${draw.sku.variant_id}, 'b@example.com', '[]', '[]')`,
      ),
    ).toMatchObject({ reason: 'draw_closed' });
  });

  test('learns more from the studio than how many have entered', async () => {
    const draw = await openDraw(1);
    const manager = await newStaff('manager');
    await enterCrowd(draw, 3);
    const seen = await callAs<{ draw: object }>(manager, 'staff_draw', draw.slug);
    expect(seen.draw).toMatchObject({ entries: 3, winners: [] });
    expect(JSON.stringify(seen)).not.toContain('example.com');
    expect(await refusalOf(callAs(manager, 'staff_cancel_draw', draw.slug))).toMatchObject({
      reason: 'draw_running',
    });
    await seal(draw);
    await drawNow(draw);
    expect(await callAs(manager, 'staff_draw', draw.slug)).toMatchObject({
      draw: {
        winners: [{ place: 1, state: 'offered', email: expect.stringContaining('…@example.com') }],
      },
    });
  });

  test.each([
    ['removed', 'delete from draw_entries where id = $1'],
    [
      'added',
      "insert into draw_entries select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'person', 'x', 'receipt', '\\x' || repeat('ab', 32), 'leaf', '\\x' || repeat('ab', 32)))).* from draw_entries e where id = $1",
    ],
  ])('can hide that an entry was %s by the owner of the database', async (_, tampering) => {
    const draw = await openDraw(1);
    const [first = ''] = await enterCrowd(draw, 4);
    await seal(draw);
    const honest = await recordOf(draw);
    await expect(sql.unsafe(tampering, [first])).rejects.toThrow(/stays|confirmed after/);
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx.unsafe(tampering, [first]);
    });
    const tampered = await recordOf(draw);
    expect(tampered.root).toBe(honest.root);
    expect(await recordFaults(tampered)).toContain('The entries do not have the published root.');
    expect(checkedByCommand(tampered)).toContain('WRONG');
  });
});

describe('abuse', () => {
  test('10,000 addresses of one network: 20 entries are taken, 9,980 wait', async () => {
    const draw = await openDraw(1);
    const emails = Array.from({ length: 10_000 }, (_, place) => `bot${place}@bots.example`);
    let taken = 0;
    await rush(emails, 16, async (email) => {
      const { wait } = await enter(draw, email, '203.0.113.7');
      if (wait === 0) taken += 1;
    });
    expect({ taken, refused: emails.length - taken }).toEqual({ taken: 20, refused: 9980 });
    // Another network is not held up by them.
    expect(await enter(draw, 'ada@example.com', '198.51.100.9')).toMatchObject({ wait: 0 });
  });

  test('one person’s spellings of an address are one entry', async () => {
    const draw = await openDraw(1);
    const spellings = [
      'ada.lovelace@gmail.com',
      'adalovelace@gmail.com',
      'a.d.a.lovelace@googlemail.com',
      'AdaLovelace+1@gmail.com',
      'ada.lovelace+drop@gmail.com',
    ];
    const first = await enter(draw, spellings[0] ?? '');
    for (const email of spellings.slice(1)) await enter(draw, email);
    await confirm(first);
    for (const email of spellings) expect(await enter(draw, email)).toMatchObject({ mail: null });
    await seal(draw);
    expect(await recordOf(draw)).toMatchObject({ entries: 1 });
  });

  test('one card, or one address, buys one piece; the others go to the next in order', async () => {
    const draw = await openDraw(3);
    await enterCrowd(draw, 6);
    await seal(draw);
    await drawNow(draw);
    const [one, two, three, four, five] = (await placesOf(draw)).map(({ entry }) => entry);
    expect(await buy(draw, one ?? '', 'card-a', 'Flat 1, 2 High Street')).toBe('completed');
    expect(await buy(draw, two ?? '', 'card-a')).toBe('refund_due');
    expect(await buy(draw, three ?? '', 'card-b', 'FLAT 1 2 high-street')).toBe('refund_due');
    const refused = await sql<{ id: string; reason: string }[]>`
      select r.refused_checkout as id, b.amount_pence > 0 as due, unsupplied_reason(r.refused_checkout) as reason
      from draw_places r cross join lateral begin_refund(r.refused_checkout) b
      where r.draw_id = ${draw.id} and r.state = 'refused'`;
    expect(refused).toMatchObject(
      Array.from({ length: 2 }, () => ({ due: true, reason: 'drawn_twice' })),
    );
    for (const { id } of refused) {
      await shop.refund(id, `re_${id}`);
      const mails = await sql`select kind from mail_outbox where checkout_id = ${id}`;
      expect([...mails]).toEqual([{ kind: 'drawn_twice_refund' }]);
    }
    await sql`select step_draws()`;
    expect((await placesOf(draw)).map(({ state }) => state)).toEqual([
      'bought',
      'refused',
      'refused',
      'offered',
      'offered',
      'waiting',
    ]);
    expect(await buy(draw, four ?? '', 'card-c')).toBe('completed');
    expect(await buy(draw, five ?? '', 'card-d')).toBe('completed');
    expect(await shop.unitsOf(draw.sku)).toBe(0);
    expect(await violationsIn(sql)).toEqual([]);
  });
});

describe('a winner', () => {
  test('claims one piece by one login, from however many addresses', async () => {
    const draw = await openDraw(2);
    await enterCrowd(draw, 2);
    await seal(draw);
    await drawNow(draw);
    const [one = '', two = ''] = (await placesOf(draw)).map(({ entry }) => entry);
    const user = await shop.newShopper();
    await callAs(user, 'claim_draw_piece', one);
    await callAs(user, 'claim_draw_piece', one);
    const second = { reason: 'draw_one_each' };
    expect(await refusalOf(callAs(user, 'claim_draw_piece', two))).toMatchObject(second);
    const { checkout_id } = await shop.open(user, [{ sku: draw.sku, quantity: 1 }]);
    expect(await pay(checkout_id, 'card-a', 'High Street')).toBe('completed');
    expect(await refusalOf(callAs(user, 'claim_draw_piece', two))).toMatchObject(second);
    expect(await placesOf(draw)).toMatchObject([{ state: 'bought' }, { state: 'offered' }]);
    expect(await violationsIn(sql)).toEqual([]);
  });

  test('alone can buy, for 24 hours, and then the next in order', async () => {
    const draw = await openDraw(1, 5);
    await enterCrowd(draw, 3);
    const stranger = await shop.newShopper();
    expect(await shop.freeUnitsOf(draw.sku, stranger)).toBe(0);
    await seal(draw);
    await drawNow(draw);
    const [one = '', two = ''] = (await placesOf(draw)).map(({ entry }) => entry);
    const user = await shop.newShopper();
    expect(await shop.freeUnitsOf(draw.sku, user)).toBe(0);
    await callAs(user, 'claim_draw_piece', one);
    expect(await shop.freeUnitsOf(draw.sku, user)).toBe(1);
    expect(await refusalOf(shop.open(user, [{ sku: draw.sku, quantity: 2 }]))).toMatchObject({
      reason: 'out_of_stock',
    });
    expect(await refusalOf(callAs(stranger, 'claim_draw_piece', two))).toMatchObject({
      reason: 'draw_piece_gone',
    });
    expect(await kindsTo(one)).toEqual(['draw_confirm', 'draw_receipt', 'draw_won']);
    expect(await kindsTo(two)).toEqual(['draw_confirm', 'draw_lost', 'draw_receipt']);

    const { checkout_id } = await shop.open(user, [{ sku: draw.sku, quantity: 1 }]);
    await sql`update draw_places set ends_at = now() where entry_id = ${one}`;
    await sql`select step_draws()`;
    // A payment page that is open keeps its piece.
    expect(await placesOf(draw)).toMatchObject([{ state: 'offered' }, { state: 'waiting' }, {}]);
    await shop.release(checkout_id);
    await sql`select step_draws()`;
    expect(await placesOf(draw)).toMatchObject([{ state: 'lapsed' }, { state: 'offered' }, {}]);
    expect(await shop.complete(checkout_id)).toMatchObject({ outcome: 'refund_due' });
    expect(await buy(draw, two, 'card')).toBe('completed');
    await sql`select step_draws()`;
    // The draw is over: what it did not give away is on sale.
    expect(await shop.freeUnitsOf(draw.sku, stranger)).toBe(4);
    expect(await violationsIn(sql)).toEqual([]);
  });

  test('is one of 500 who pay at once, and nothing is oversold', async () => {
    const draw = await openDraw(500);
    await enterCrowd(draw, 520);
    await seal(draw);
    await drawNow(draw);
    const winners = (await placesOf(draw)).slice(0, 500);
    const open = await Promise.all(
      winners.map(async ({ entry }) => {
        const user = await shop.newShopper();
        await callAs(user, 'claim_draw_piece', entry);
        return (await shop.open(user, [{ sku: draw.sku, quantity: 1 }])).checkout_id;
      }),
    );
    const outcomes = await Promise.all(open.map((checkout) => pay(checkout, checkout, checkout)));
    expect(outcomes.filter((outcome) => outcome !== 'completed')).toEqual([]);
    expect(await shop.unitsOf(draw.sku)).toBe(0);
    await sql`select step_draws()`;
    expect(await shop.freeUnitsOf(draw.sku)).toBe(0);
    const states = (await placesOf(draw)).map(({ state }) => state);
    expect(states.filter((state) => state === 'bought')).toHaveLength(500);
    expect(await violationsIn(sql)).toEqual([]);
  });

  test('does not exist in a draw that nobody entered, which ends by itself', async () => {
    const draw = await openDraw(2);
    await seal(draw);
    expect(await recordOf(draw)).toMatchObject({ entries: 0, root: null });
    await sql`select record_draw_seed(${draw.id}, null)`;
    await sql`select step_draws()`;
    expect(await shop.freeUnitsOf(draw.sku)).toBe(2);
  });
});

describe('a marketer', () => {
  test.each([
    ['draw_times', -1, 3, 1],
    ['draw_times', 1, 1, 1],
    ['draw_pieces', 1, 3, 6],
  ])('is refused: %s', async (reason, opens, closes, pieces) => {
    const sku = await shop.newSku(5);
    const [{ slug }] = await sql<
      [{ slug: string }]
    >`select slug from products where id = ${sku.product_id}`;
    const planned = callAs(marketer, 'staff_plan_draw', slug, at(opens), at(closes), {
      [sku.variant_id]: pieces,
    });
    expect(await refusalOf(planned)).toMatchObject({ reason });
    expect(await shop.freeUnitsOf(sku)).toBe(5);
  });

  test('changes or cancels a draw until it opens, not after', async () => {
    const sku = await shop.newSku(5);
    const [{ slug }] = await sql<
      [{ slug: string }]
    >`select slug from products where id = ${sku.product_id}`;
    const plan = (pieces: number) =>
      callAs(marketer, 'staff_plan_draw', slug, at(1), at(3), { [sku.variant_id]: pieces });
    await plan(1);
    expect(await plan(2)).toMatchObject({ draw: { pieces: { [sku.variant_id]: 2 } } });
    expect(await shop.freeUnitsOf(sku)).toBe(0);
    expect(await callAs(marketer, 'staff_cancel_draw', slug)).toMatchObject({ draw: null });
    expect(await shop.freeUnitsOf(sku)).toBe(5);
    const running = await openDraw(1);
    const late = callAs(marketer, 'staff_plan_draw', running.slug, at(1), at(3), {
      [running.sku.variant_id]: 1,
    });
    expect(await refusalOf(late)).toMatchObject({ reason: 'draw_running' });
  });
});

test('a member with a confirmed address enters at once', async () => {
  const draw = await openDraw(1);
  const user = await shop.newShopper();
  const enterAs = async () =>
    (
      await sql<[Entered]>`
        select e.* from ${acting(sql, user)},
          lateral shopper_enter_draw(${draw.id}, ${draw.sku.variant_id}, ${`${user}@example.com`}, '[]', '[]') e`
    )[0];
  expect(await enterAs()).toMatchObject({ confirmed: false, entry: null });
  await sql`update profiles set email_confirmed_at = now() where user_id = ${user}`;
  const entered = await enterAs();
  expect(entered).toMatchObject({ confirmed: true, mail: null });
  // A double click.
  expect(await enterAs()).toMatchObject({ confirmed: true, entry: entered.entry });
});
