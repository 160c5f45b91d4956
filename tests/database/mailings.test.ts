import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dice } from '../support/dice.ts';
import { openDatabase } from '../support/open-database.ts';

/** A claimed batch. */
interface Batch {
  batch: string;
  claim: string;
  people: { id: string; email: string }[];
}

const { shop, sql } = await openDatabase(10);
let writer: number;

beforeAll(async () => {
  const user = await shop.newShopper();
  const [{ id }] = await sql<[{ id: number }]>`
    insert into staff (user_id, name, role) values (${user}, 'Mara', 'marketer') returning id::int`;
  writer = id;
});
beforeEach(async () => {
  await sql`delete from mailings`;
  await sql`delete from subscriptions`;
  await sql`delete from suppressions`;
});

async function subscribe(people: number): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    insert into subscriptions (email, confirmed_at, confirmed_text)
    select 'fan-' || n || '@example.com', now(), 'Press the button' from generate_series(1, ${people}) n
    returning email`;
  return rows.map(({ email }) => email);
}

async function schedule(minutes = 0): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into mailings (id, content, state, send_at, released_by)
    values (${id}, '{"products": []}', 'scheduled', now() + make_interval(mins => ${minutes}), ${writer})`;
  return id;
}

async function claim(): Promise<Batch | null> {
  const [{ batch }] = await sql<[{ batch: Batch | null }]>`
    select claim_mailing_batch(60) as batch`;
  return batch;
}

async function claimed(): Promise<Batch> {
  const batch = await claim();
  if (!batch) throw new Error('No batch is due.');
  return batch;
}

async function record(
  { batch, people }: Batch,
  result: (person: { email: string }) => object = ({ email }) => ({ provider_id: `re_${email}` }),
): Promise<void> {
  const results = people.map((person) => ({ id: person.id, ...result(person) }));
  await sql`select record_mailing_batch(${batch}, ${sql.json(results)})`;
}

const leave = (email: string) =>
  sql`select unsubscribe(id) from subscriptions where email = ${email}`;

async function stateOf(mailing: string): Promise<string | undefined> {
  const [row] = await sql<{ state: string }[]>`
    select state::text from mailings where id = ${mailing}`;
  return row?.state;
}

async function figuresOf(mailing: string): Promise<Record<string, number>> {
  const rows = await sql<{ state: string; people: number }[]>`
    select state::text, count(*)::int as people from mailing_recipients
    where mailing_id = ${mailing} group by state`;
  return Object.fromEntries(rows.map(({ state, people }) => [state, people]));
}

/** Lets the leases and delays of all batches expire. */
const letPass = (hours = 3) => sql`
  update mailing_batches set due_at = due_at - make_interval(hours => ${hours}),
    first_tried_at = first_tried_at - make_interval(hours => ${hours})`;

describe('a mailing', () => {
  test('goes to all subscribers at its time, a hundred per batch, and to none before', async () => {
    const people = await subscribe(250);
    await sql`insert into subscriptions (email) values ('pending@example.com')`;
    const mailing = await schedule(5);
    expect(await claim()).toBeNull();
    await sql`update mailings set send_at = now()`;
    const told: string[] = [];
    for (let batch = await claim(); batch; batch = await claim()) {
      expect(batch.people.length).toBeLessThanOrEqual(100);
      expect(await stateOf(mailing)).toBe('sending');
      told.push(...batch.people.map(({ email }) => email));
      await record(batch);
    }
    expect(told.toSorted()).toEqual(people.toSorted());
    expect(await stateOf(mailing)).toBe('sent');
  });

  test('to an empty list is sent at once', async () => {
    const mailing = await schedule();
    expect(await claim()).toBeNull();
    expect(await stateOf(mailing)).toBe('sent');
  });

  test('that could not start for three hours is stopped', async () => {
    await subscribe(1);
    const mailing = await schedule(-181);
    expect(await claim()).toBeNull();
    expect(await stateOf(mailing)).toBe('stopped');
  });

  test('scheduled for its products’ opening moves with them, and waits for one taken out', async () => {
    await subscribe(1);
    const { product_id } = await shop.newSku(1);
    const opens = (when: string) => sql`
      update products set visible_from = now() + ${when}::interval where id = ${product_id}`;
    await opens('1 minute');
    const mailing = randomUUID();
    await sql`
      insert into mailings (id, content, state, when_open, released_by)
      values (${mailing}, ${sql.json({ products: [product_id] })}, 'scheduled', true, ${writer})`;
    expect(await claim()).toBeNull();
    await opens('1 year');
    expect(await claim()).toBeNull();
    await sql`update products set visible_from = null, archived_at = now() where id = ${product_id}`;
    expect(await claim()).toBeNull();
    expect(await stateOf(mailing)).toBe('scheduled');
    // Restored by hand: its old opening time does not make the news late.
    await sql`update products set archived_at = null where id = ${product_id}`;
    await opens('-1 day');
    expect((await claimed()).people).toHaveLength(1);
  });

  test('that is stopped keeps its batches, and resumes with them', async () => {
    await subscribe(150);
    const mailing = await schedule();
    await record(await claimed());
    await sql`update mailings set state = 'stopped'`;
    expect(await claim()).toBeNull();
    await sql`update mailings set state = 'sending'`;
    await record(await claimed());
    expect(await stateOf(mailing)).toBe('sent');
    expect(await figuresOf(mailing)).toEqual({ sent: 150 });
  });

  test('is not sent to those who unsubscribe before its batch, and counts those who do later', async () => {
    const [first = '', second = ''] = await subscribe(3);
    const mailing = await schedule();
    const batch = await claimed();
    await leave(first);
    await record({ ...batch, people: batch.people.filter(({ email }) => email !== first) });
    await leave(second);
    expect(await figuresOf(mailing)).toEqual({ left: 1, sent: 2 });
    const left = await sql`
      select count(*)::int as people from mailing_recipients where left_why = 'unsubscribed'`;
    expect(left[0]).toEqual({ people: 2 });
    const [day] = await sql`select gone > 1 as gone from subscriber_days`;
    expect(day).toEqual({ gone: true });
  });

  test('is retried with the same key after a crash, and given up before the provider forgets the key', async () => {
    await subscribe(2);
    const mailing = await schedule();
    const first = await claim();
    expect(await claim()).toBeNull();
    await letPass();
    const again = await claim();
    expect(again?.batch).toBe(first?.batch);
    expect(again?.claim).not.toBe(first?.claim);
    await letPass(21);
    expect(await claim()).toBeNull();
    expect(await figuresOf(mailing)).toEqual({ failed: 2 });
    expect(await stateOf(mailing)).toBe('sent');
  });

  test('is tried ten times, and waits as long as the provider asks', async () => {
    await subscribe(1);
    const mailing = await schedule();
    const told = await claimed();
    await sql`select record_mailing_failure(${told.batch}, ${told.claim}, '429', 600)`;
    expect(await claim()).toBeNull();
    for (let tries = 0; tries < 10; tries += 1) {
      await sql`update mailing_batches set due_at = now()`;
      const { batch, claim: lease } = await claimed();
      await sql`select record_mailing_failure(${batch}, ${lease}, '500')`;
    }
    expect(await figuresOf(mailing)).toEqual({ failed: 1 });
  });

  test('with an address that is refused reaches the others', async () => {
    const [bad] = await subscribe(5);
    const mailing = await schedule();
    await record(await claimed(), ({ email }) =>
      email === bad ? { error: 'Invalid `to`.' } : { provider_id: 're_1' },
    );
    expect(await figuresOf(mailing)).toEqual({ sent: 4, failed: 1 });
    expect(await stateOf(mailing)).toBe('sent');
  });

  test('reaches nobody twice, whichever of five senders dies at any time', async () => {
    const seed = Number(process.env['FUZZ_SEED'] ?? 7) || 7;
    const roll = dice(seed);
    await subscribe(1000);
    const mailing = await schedule();
    /** The provider: accepted keys, and number of e-mails per person. */
    const taken = new Set<string>();
    const told = new Map<string, number>();
    async function sender(): Promise<boolean> {
      const batch = await claim();
      if (!batch) return false;
      const dies = roll(4);
      // Before the call, after it, or without a response.
      if (dies === 0) return true;
      if (!taken.has(batch.batch)) {
        taken.add(batch.batch);
        for (const { email } of batch.people) told.set(email, (told.get(email) ?? 0) + 1);
      }
      if (dies === 1) return true;
      if (dies === 2) {
        await sql`select record_mailing_failure(${batch.batch}, ${batch.claim}, 'timeout')`;
        return true;
      }
      await record(batch);
      if (roll(3) === 0) await leave(batch.people[0]?.email ?? '');
      return true;
    }
    for (let round = 0; round < 40 && (await stateOf(mailing)) !== 'sent'; round += 1) {
      await Promise.all(Array.from({ length: 5 }, sender));
      await sql`update mailing_batches set due_at = now() where ended_at is null`;
      if (roll(2) === 0) await leave(`fan-${roll(1000) + 1}@example.com`);
    }
    expect(await stateOf(mailing), `seed ${seed}`).toBe('sent');
    expect(Math.max(...told.values())).toBe(1);
    expect(told.size).toBeGreaterThan(900);
  });
});

async function isOn(email: string): Promise<boolean> {
  const rows = await sql`select 1 from subscriptions where email = ${email}`;
  return rows.length > 0;
}

describe('an unsubscribed address', () => {
  test('stays suppressed after its deletion, until its owner consents again', async () => {
    const [email = ''] = await subscribe(1);
    await leave(email);
    expect(await isOn(email)).toBe(false);
    await sql`
      insert into subscriptions (email, confirmed_at, confirmed_text) values (${email}, now(), 'A list from elsewhere')`;
    await schedule();
    expect(await claim()).toBeNull();

    await sql`select confirm_subscription(id, 'Press the button') from subscriptions`;
    await schedule();
    expect((await claim())?.people).toHaveLength(1);
  });

  test('that bounced or complained gets only e-mails about orders', async () => {
    const sku = await shop.newSku(0);
    for (const reason of ['bounced', 'complained'] as const) {
      const email = `${reason}@example.com`;
      const ask = () => sql`
        select ask_stock_alert(${sku.product_id}, ${sku.variant_id}, ${email}, '[]')`;
      await sql`
        insert into subscriptions (email, confirmed_at, confirmed_text) values (${email}, now(), 'Press')`;
      await ask();
      await sql`select record_mail_event('re_9', ${email.toUpperCase()}, ${reason})`;
      await sql`select record_mail_event('re_9', ${email}, ${reason})`;
      expect(await isOn(email)).toBe(false);
      await ask();
      const [{ mail }] = await sql<[{ mail: string | null }]>`
        select subscribe(${email}, '[]', 'footer') as mail`;
      expect(mail).toBeNull();
      const waiting = await sql`
        select 1 from stock_alerts where email = ${email} and ended_at is null`;
      expect([...waiting]).toEqual([]);
    }
  });
});

test('a segment is those who have bought, or not, from a category or in a country, whatever the case of the address', async () => {
  const emails = await subscribe(4);
  const [hat, scarf] = [await shop.newSku(5), await shop.newSku(5)];
  const [{ category }] = await sql<[{ category: number }]>`
    insert into categories (slug, name, position) values ('segment', 'Segment', 99) returning id::int as category`;
  await sql`update products set category_id = ${category} where id = ${scarf.product_id}`;
  async function buy(email: string | undefined, sku: typeof hat, country: string) {
    const options = { country };
    const wanted = [{ sku, quantity: 1 }];
    const { checkout_id } = await shop.open(await shop.newShopper(), wanted, options);
    await shop.complete(checkout_id);
    await sql`
      update billing_infos set email = ${(email ?? '').toUpperCase()}
      where id = (select billing_info_id from orders where checkout_id = ${checkout_id})`;
  }
  await buy(emails[0], hat, 'GB');
  await buy(emails[1], scarf, 'FR');
  await buy(emails[1], hat, 'GB');
  async function people(segment: object) {
    const rows = await sql<{ email: string }[]>`
      select email from mailing_people(${sql.json({ segment: { bought: '', category: null, country: '', ...segment } })})
      order by email`;
    return rows.map(({ email }) => emails.indexOf(email));
  }
  expect(await people({})).toEqual([0, 1, 2, 3]);
  expect(await people({ bought: 'yes' })).toEqual([0, 1]);
  expect(await people({ bought: 'no' })).toEqual([2, 3]);
  expect(await people({ bought: 'yes', country: 'GB' })).toEqual([0, 1]);
  expect(await people({ bought: 'yes', category })).toEqual([1]);
  expect(await people({ bought: 'no', category })).toEqual([0, 2, 3]);
  expect(await people({ bought: 'yes', category, country: 'GB' })).toEqual([]);
  await sql`delete from subscriptions where email = ${emails[3] ?? ''}`;
  const mailing = await schedule();
  await sql`
    update mailings set content = content || '{"segment": {"bought": "no", "category": null, "country": ""}}'
    where id = ${mailing}`;
  const batch = await claimed();
  expect(batch.people.map(({ email }) => email)).toEqual([emails[2]]);
});
