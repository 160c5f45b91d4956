import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf } from '../support/shop-database.ts';
import { hire } from '../support/staff.ts';

const { shop, sql, callAs } = await openDatabase();

const manager = await shop.newShopper();
const sku = await shop.newSku(1000);

beforeAll(async () => {
  await sql`insert into staff (user_id, name, role) values (${manager}, 'Morag', 'manager')`;
});

async function bought(user: string): Promise<number> {
  const { checkout_id } = await shop.open(user, [{ sku, quantity: 1 }]);
  const { order_id } = await shop.complete(checkout_id);
  await sql`select mark_order_seen(${`cs_test_${checkout_id}`})`;
  return order_id ?? 0;
}

async function customerOf(order: number) {
  const [row] = await sql<[{ id: number; user_id: string | null; email: string | null }]>`
    select c.id::int, c.user_id, c.email from orders o left join customers c on c.id = o.customer_id
    where o.id = ${order}`;
  return row;
}

/** The studio's answer to the manager. */
async function asked<Answer>(call: string, ...values: (string | number | null)[]): Promise<Answer> {
  const [row] = await sql.begin(async (tx) => {
    await tx`select from ${acting(tx, manager)}`;
    return tx.unsafe<{ answer: Answer }[]>(`select ${call} as answer`, values);
  });
  if (!row) throw new Error('No answer');
  return row.answer;
}

async function confirmed(user: string): Promise<void> {
  await sql`update profiles set email_confirmed_at = now() where user_id = ${user}`;
}

/** Payment and amounts of an order. */
async function moneyOf(order: number): Promise<unknown> {
  const [row] = await sql`
    select to_jsonb(p) - '{user_id,billing_info_id}'::text[] as payment,
      to_jsonb(o) - '{user_id,billing_info_id,customer_id}'::text[] as paid
    from orders o join payments p on p.id = o.payment_id where o.id = ${order}`;
  return row;
}

async function eventsOf(customer: number): Promise<string[]> {
  const rows = await sql<{ kind: string }[]>`
    select kind from customer_events where customer_id = ${customer} order by at, id`;
  return rows.map(({ kind }) => kind);
}

describe('a customer', () => {
  test('is an account from its registration on, and keeps the time of the last order', async () => {
    const user = await shop.newShopper();
    const [before] = await sql`
      select last_order_at::text from customers where user_id = ${user}`;
    expect(before).toEqual({ last_order_at: '-infinity' });
    const order = await bought(user);
    expect(await customerOf(order)).toMatchObject({ user_id: user, email: null });
    const [after] = await sql`
      select c.last_order_at = o.created_at as same
      from customers c join orders o on o.customer_id = c.id where o.id = ${order}`;
    expect(after).toEqual({ same: true });
  });

  test('is one guest for all orders with an address, however it is spelt', async () => {
    const [one, two] = [
      await shop.newShopper({ guest: true, billing: false }),
      await shop.newShopper({ guest: true, billing: false }),
    ];
    await sql`
      select save_billing_info('Ada', '1 High St', 'Ada.Guest@Example.com', '0') from ${acting(sql, one)}`;
    await sql`
      select save_billing_info('Ada', '1 High St', 'ada.guest@example.com', '0') from ${acting(sql, two)}`;
    const [first, second] = [
      await customerOf(await bought(one)),
      await customerOf(await bought(two)),
    ];
    expect(first).toEqual(second);
    expect(first).toMatchObject({ user_id: null, email: 'ada.guest@example.com' });
  });

  test('keeps a guest order with its notes, and the guest is gone', async () => {
    const guest = await shop.newShopper({ guest: true });
    const order = await bought(guest);
    const before = await customerOf(order);
    await asked('staff_customer_note($1, $2, $3)', randomUUID(), before.id, 'Rings twice.');
    const account = await shop.newShopper({ billing: false });
    await sql`update auth.users set email = ${`${guest}@example.com`} where id = ${account}`;
    await sql`
      select claim_order(checkout_id, ${`${guest}@example.com`})
      from orders, ${acting(sql, account)} where id = ${order}`;
    const after = await customerOf(order);
    expect(after).toMatchObject({ user_id: account, email: null });
    expect(await eventsOf(after.id)).toEqual(['note']);
    expect(await sql`select from customers where id = ${before.id}`).toHaveLength(0);
  });

  test('is forgotten with the address of the orders, and so are the notes', async () => {
    const guest = await shop.newShopper({ guest: true });
    const order = await bought(guest);
    const { id } = await customerOf(order);
    await asked('staff_customer_note($1, $2, $3)', randomUUID(), id, 'Gives to the porter.');
    await sql`select close_account(${guest})`;
    expect(await customerOf(order)).toMatchObject({ id });
    await sql`
      update billing_infos set email = '', phone = ''
      where id = (select billing_info_id from orders where id = ${order})`;
    expect(await customerOf(order)).toMatchObject({ id: null });
    const notes = await sql`select from customer_events where text = 'Gives to the porter.'`;
    expect(notes).toHaveLength(0);
  });
});

describe('the list', () => {
  test('pages through all customers by their last order, without a gap and without staff who have not bought', async () => {
    const buyer = await shop.newShopper();
    for (const user of [buyer, await shop.newShopper()]) await hire({ sql }, user, 'packer');
    await bought(buyer);
    const [{ all }] = await sql<[{ all: string[] }]>`
      select array_agg(id order by last_order_at desc, id desc) as all from customers
      where user_id is null or user_id = ${buyer} or user_id not in (select user_id from staff)`;
    const seen: number[] = [];
    let after: string | null = null;
    do {
      const page: { rows: { customer: number }[]; next: string | null } = await asked(
        'staff_customers(null, $1, 2)',
        after,
      );
      seen.push(...page.rows.map(({ customer }) => customer));
      after = page.next;
    } while (after !== null);
    expect(seen).toEqual(all.map(Number));
  });

  test('finds by order number, address and username', async () => {
    const user = await shop.newShopper();
    const order = await bought(user);
    const { id } = await customerOf(order);
    for (const search of [`order ${order}`, `${user}@example.com`, `shopper-${user.slice(0, 8)}`]) {
      const { rows } = await asked<{ rows: unknown[] }>('staff_customers($1)', search);
      expect(rows).toEqual([expect.objectContaining({ customer: id, orders: 1 })]);
    }
  });
});

describe('a person who asks by e-mail', () => {
  test('gets all that is stored about a guest order, with notes, and the export is recorded', async () => {
    const guest = await shop.newShopper({ guest: true });
    const order = await bought(guest);
    const { id } = await customerOf(order);
    await asked('staff_customer_note($1, $2, $3)', randomUUID(), id, 'Rings twice.');
    const data = await asked('staff_export_customer($1, $2)', randomUUID(), id);
    expect(data).toMatchObject({
      account: null,
      notes_about_you: [{ text: 'Rings twice.' }, { kind: 'exported' }],
      billing_forms: [{ email: `${guest}@example.com` }],
      orders: [{ id: order }],
    });
    expect(await eventsOf(id)).toEqual(['note', 'exported']);
  });

  test('is erased as by closing the account; a second press changes nothing', async () => {
    const user = await shop.newShopper();
    const order = await bought(user);
    const { id } = await customerOf(order);
    const [{ checkout }] = await sql<[{ checkout: string }]>`
      select checkout_id as checkout from orders where id = ${order}`;
    await asked('staff_message($1, $2, $3, $4)', randomUUID(), checkout, 'Hello', 'Secret words');
    // The address was not confirmed, but the wish came from it.
    await sql`insert into subscriptions (email) values (${`${user}@example.com`})`;
    const event = randomUUID();
    await asked('staff_erase_customer($1, $2)', event, id);
    await asked('staff_erase_customer($1, $2)', event, id);
    expect(await sql`select from auth.users where id = ${user}`).toHaveLength(0);
    expect(
      await sql`select from subscriptions where email = ${`${user}@example.com`}`,
    ).toHaveLength(0);
    expect(
      await sql`select from order_events where position('Secret words' in detail::text) > 0`,
    ).toHaveLength(0);
    const kept = await sql`select kind, customer_id from customer_events where id = ${event}`;
    expect([...kept]).toEqual([{ kind: 'erased', customer_id: null }]);
  });

  test('is not erased here if they work here', async () => {
    const [{ id }] = await sql<[{ id: number }]>`
      select id::int from customers where user_id = ${manager}`;
    const refusal = await refusalOf(asked('staff_erase_customer($1, $2)', randomUUID(), id));
    expect(refusal?.reason).toBe('customer_works_here');
  });
});

/** A guest's order, and an account. */
async function pair() {
  const guest = await shop.newShopper({ guest: true });
  const order = await bought(guest);
  const account = await shop.newShopper();
  const into = await sql<[{ id: number }]>`
    select id::int from customers where user_id = ${account}`;
  return { order, from: await customerOf(order), account, into: into[0].id };
}

describe('a merge', () => {
  test('moves nothing until the account’s owner opens the link that went to the orders’ address', async () => {
    const { order, from, account, into } = await pair();
    const event = randomUUID();
    await asked('staff_merge($1, $2, $3)', event, from.id, into);
    await asked('staff_merge($1, $2, $3)', event, from.id, into);
    expect(await customerOf(order)).toEqual(from);
    const mails = await sql`
      select mail_content(id) ->> 'email' as email from mail_outbox where kind = 'merge_link' and subject = ${event}`;
    expect([...mails]).toEqual([{ email: from.email }]);

    const stranger = await shop.newShopper();
    const refusal = await refusalOf(callAs(stranger, 'complete_merge', event));
    expect(refusal?.reason).toBe('merge_into_other');

    const before = await moneyOf(order);
    await callAs(account, 'complete_merge', event);
    expect(await customerOf(order)).toMatchObject({ user_id: account });
    expect(await moneyOf(order)).toEqual(before);
    const again = await refusalOf(callAs(account, 'complete_merge', event));
    expect(again?.reason).toBe('merge_over');
    expect(await eventsOf((await customerOf(order)).id)).toEqual(['merge_asked', 'merged']);
  });

  test('needs a confirmed address if both customers have accounts', async () => {
    const [one, two] = [await shop.newShopper(), await shop.newShopper()];
    const order = await bought(one);
    const from = await customerOf(order);
    const [{ id: into }] = await sql<[{ id: number }]>`
      select id::int from customers where user_id = ${two}`;
    const refused = await refusalOf(asked('staff_merge($1, $2, $3)', randomUUID(), from.id, into));
    expect(refused?.reason).toBe('merge_unproved');
    await confirmed(one);
    const event = randomUUID();
    await asked('staff_merge($1, $2, $3)', event, from.id, into);
    await callAs(two, 'complete_merge', event);
    expect(await customerOf(order)).toMatchObject({ user_id: two });
  });

  test('is refused for colleagues, guests as the target, and erased persons', async () => {
    const { from, into } = await pair();
    const [{ id: colleague }] = await sql<[{ id: number }]>`
      select id::int from customers where user_id = ${manager}`;
    const closed = await shop.newShopper();
    const order = await bought(closed);
    await sql`select close_account(${closed})`;
    const erased = await customerOf(order);
    const reasons = [];
    for (const [one, other] of [
      [from.id, colleague],
      [into, from.id],
      [erased.id, into],
      [from.id, from.id],
    ]) {
      const refusal = await refusalOf(
        asked('staff_merge($1, $2, $3)', randomUUID(), one ?? 0, other ?? 0),
      );
      reasons.push(refusal?.reason);
    }
    expect(reasons).toEqual([
      'customer_works_here',
      'merge_needs_account',
      'merge_erased',
      'merge_needs_account',
    ]);
  });
});

describe('a message', () => {
  test('is owed once for a double click, and stays in the history with its text', async () => {
    const order = await bought(await shop.newShopper());
    const [{ checkout }] = await sql<[{ checkout: string }]>`
      select checkout_id as checkout from orders where id = ${order}`;
    const event = randomUUID();
    const press = () =>
      asked('staff_message($1, $2, $3, $4)', event, checkout, 'Your order', 'It is late.');
    await Promise.all([press(), press()]);
    const mails =
      await sql`select from mail_outbox where kind = 'message' and checkout_id = ${checkout}`;
    expect(mails).toHaveLength(1);
    const { timeline } = await asked<{ timeline: unknown[] }>('staff_order($1)', order);
    expect(timeline).toContainEqual(
      expect.objectContaining({
        kind: 'message',
        staff: 'Morag',
        text: 'Your order\n\nIt is late.',
      }),
    );
    const [{ shown }] = await sql<[{ shown: { timeline: { kind: string }[] } }]>`
      select shopper_order(${order}) as shown`;
    expect(shown.timeline.map(({ kind }) => kind)).not.toContain('message');
  });

  test('warns of an address that bounced', async () => {
    const user = await shop.newShopper();
    const order = await bought(user);
    await sql`
      insert into suppressions (address_hash, reason)
      values (address_hash(${`${user}@example.com`}), 'bounced')`;
    expect(await asked('staff_order($1)', order)).toMatchObject({
      shopper: { mail_trouble: 'bounced' },
    });
  });
});

describe('a shopper’s note', () => {
  test('can be written and removed by its shopper, a guest as well, until the order leaves', async () => {
    const guest = await shop.newShopper({ guest: true });
    const order = await bought(guest);
    const save = (who: string, gift: string, note: string) =>
      callAs(who, 'shopper_save_note', order, gift, note);
    await save(guest, 'For <b>Byron</b>', '');
    const { slips } = await asked<{ slips: unknown[] }>(
      'orders_for_print(array[$1]::bigint[])',
      order,
    );
    expect(slips).toEqual([
      expect.objectContaining({
        orders: [expect.objectContaining({ gift_message: 'For <b>Byron</b>', note: null })],
      }),
    ]);
    const stranger = await shop.newShopper();
    expect((await refusalOf(save(stranger, 'Mine', '')))?.reason).toBe('order_unknown');
    expect((await refusalOf(save(guest, 'x'.repeat(301), '')))?.reason).toBe('shopper_note_length');
    await save(guest, '', '');
    expect(await sql`select from shopper_notes where order_id = ${order}`).toHaveLength(0);
    await sql`update orders set goods_status = 'sent', units_to_send = 0 where id = ${order}`;
    expect((await refusalOf(save(guest, 'Late', '')))?.reason).toBe('packed_already');
    await sql`update orders set goods_status = 'to_send', units_to_send = 1 where id = ${order}`;
  });
});

describe('the activity log', () => {
  test('lists every act with its author, pages without a gap, and filters', async () => {
    const user = await shop.newShopper();
    const order = await bought(user);
    const { id } = await customerOf(order);
    for (let note = 0; note < 5; note += 1) {
      await asked('staff_customer_note($1, $2, $3)', randomUUID(), id, `Note ${note}`);
    }
    type Page = { rows: { key: string; words: string | null; by: string }[]; next: string | null };
    const all = await asked<Page>(`staff_activity('{}', null, 500)`);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Page = await asked(`staff_activity('{}', $1, 3)`, after);
      seen.push(...page.rows.map(({ key }) => key));
      after = page.next;
    } while (after !== null);
    expect(seen).toEqual(all.rows.map(({ key }) => key));
    expect(new Set(seen).size).toBe(seen.length);

    const about = await asked<Page>(
      'staff_activity(jsonb_build_object($1::text, $2::text))',
      'q',
      String(order),
    );
    expect(about.rows.map(({ words }) => words)).toEqual([
      'Note 4',
      'Note 3',
      'Note 2',
      'Note 1',
      'Note 0',
    ]);
    const none = await asked<Page>(`staff_activity('{"until": "2020-01-01"}')`);
    expect(none.rows).toEqual([]);
  });
});
