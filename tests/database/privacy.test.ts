import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '#local/settings.ts';
import { acting } from '#harness/acting.ts';
import { openDatabase } from '../support/open-database.ts';
import { hire } from '../support/staff.ts';
import { workOf } from '../support/work-of.ts';
import { refusalOf } from '../support/shop-database.ts';

const { database, shop, sql, callAs } = await openDatabase(10);
const sku = await shop.newSku(1000);

async function close(user: string): Promise<void> {
  await sql`select close_account(${user})`;
}

async function opened(user: string, quantity = 2): Promise<string> {
  return (await shop.open(user, [{ sku, quantity }])).checkout_id;
}

/** An account with an order. Returns its shopper, checkout, order and billing form. */
async function buyer() {
  const user = await shop.newShopper();
  const checkout = await opened(user);
  const { order_id: order } = await shop.complete(checkout);
  const [{ form }] = await sql<[{ form: number }]>`
    select billing_info_id::int as form from checkouts where id = ${checkout}`;
  return { user, checkout, order: order ?? 0, form };
}

/** Delivery address of a checkout. */
async function deliveryOf(checkout: string): Promise<unknown> {
  const [row] = await sql<{ delivery: unknown }[]>`
    select delivery from checkouts where id = ${checkout}`;
  return row?.delivery;
}

async function formOf(id: number) {
  const [row] = await sql<Record<string, unknown>[]>`
    select user_id, name, address, email, phone, erased_at is not null as erased
    from billing_infos where id = ${id}`;
  return row && { ...row };
}

/** A subscription and a stock alert of the account's address that were made without a login. */
async function signedUp(user: string) {
  const email = `${user}@example.com`;
  await sql`insert into subscriptions (email) values (${email})`;
  await sql`insert into stock_alerts (variant_id, email) values (${sku.variant_id}, ${email})`;
  return async () => {
    const rows = await sql<{ kind: string }[]>`
      select 'subscription' as kind from subscriptions where email = ${email}
      union all select 'alert' from stock_alerts where email = ${email}`;
    return rows.map(({ kind }) => kind);
  };
}

async function exists(table: string, id: string | number): Promise<boolean> {
  return (await sql`select from ${sql(table)} where id = ${id}`).length > 0;
}

describe('closing an account', () => {
  test('waits until another manager can give access to the studio', async () => {
    const [first, second] = [await shop.newShopper(), await shop.newShopper()];
    await hire(database, first, 'manager');
    await hire(database, await shop.newShopper(), 'marketer');
    expect(await refusalOf(close(first))).toMatchObject({ reason: 'last_manager' });
    await hire(database, second, 'manager');
    const both = await Promise.allSettled([close(first), close(second)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await sql`update staff set until = now() where until is null`;
  });

  test('takes along what is stored under the address only if it was confirmed: anybody can register any', async () => {
    const [stranger, owner] = [await shop.newShopper(), await shop.newShopper()];
    const [ofVictim, ofOwner] = [await signedUp(stranger), await signedUp(owner)];
    await sql`update profiles set email_confirmed_at = now() where user_id = ${owner}`;
    await close(stranger);
    await close(owner);
    expect(await ofVictim()).toEqual(['subscription', 'alert']);
    expect(await ofOwner()).toEqual([]);
  });

  test('keeps the order with its address and amounts but without an owner, and frees the name', async () => {
    const { user, checkout, order, form } = await buyer();
    const [before] = await sql`
      select * from orders o join payments p on p.id = o.payment_id where o.id = ${order}`;
    await close(user);
    const [after] = await sql`
      select * from orders o join payments p on p.id = o.payment_id where o.id = ${order}`;
    // Found by its address, as long as that is kept.
    expect(after).toEqual({ ...before, user_id: null, customer_id: expect.anything() });
    expect(await formOf(form)).toMatchObject({ user_id: null, name: 'Ada', address: '1 High St' });
    expect(await shop.statusOf(checkout)).toBe('completed');
    const left = await sql`
      select from auth.users where id = ${user}
      union all select from profiles where user_id = ${user}`;
    expect(left).toHaveLength(0);

    await sql`
      insert into auth.users (id, email, raw_user_meta_data)
      values (gen_random_uuid(), ${`${user}@example.com`},
        ${sql.json({ username: `shopper-${user}` })})`;
    const [{ again }] = await sql<[{ again: string }]>`
      insert into auth.sessions (id, user_id)
      select gen_random_uuid(), user_id from profiles where username = ${`shopper-${user}`}
      returning user_id as again`;
    const seen = await callAs<{ orders: unknown[] }>(again, 'account_orders', 10);
    expect(seen.orders).toEqual([]);
  });

  test('works for two accounts with orders to the same address', async () => {
    const [one, two] = [await buyer(), await buyer()];
    await sql`
      update billing_infos set email = 'same@example.com' where id in (${one.form}, ${two.form})`;
    await close(one.user);
    await close(two.user);
    expect(await formOf(one.form)).toEqual(await formOf(two.form));
  });

  test('releases the stock of a checkout without a payment page, and deletes it', async () => {
    const user = await shop.newShopper();
    const free = await shop.freeUnitsOf(sku);
    const checkout = await opened(user, 5);
    await close(user);
    expect(await shop.freeUnitsOf(sku)).toBe(free);
    expect(await exists('checkouts', checkout)).toBe(false);
  });

  test('is refused while a payment page is open, and names it', async () => {
    const user = await shop.newShopper();
    const checkout = await opened(user);
    await sql`select attach_stripe_session(${checkout}, ${`cs_test_${checkout}`}, 'x')`;
    expect(await refusalOf(close(user))).toEqual({
      code: 'PT409',
      reason: 'checkout_open',
      detail: { checkout_id: checkout, stripe_session_id: `cs_test_${checkout}` },
    });
    await shop.release(checkout);
    await close(user);
    expect(await exists('checkouts', checkout)).toBe(false);
  });

  test.each([
    ['awaited', (id: string) => sql`select await_payment(${id}, 'cs_test_slow', 604800)`],
    ['under review', (id: string) => shop.complete(id, { charged: 1 })],
  ])('is refused while a payment is %s, and changes nothing', async (_name, make) => {
    const user = await shop.newShopper();
    const checkout = await opened(user);
    await make(checkout);
    expect(await refusalOf(close(user))).toMatchObject({
      code: 'PT409',
      reason: 'payment_under_way',
    });
    const [still] = await sql`select user_id from checkouts where id = ${checkout}`;
    expect(still).toEqual({ user_id: user });
  });

  test('is refused while a refund is due, and allowed once it is made', async () => {
    const user = await shop.newShopper();
    const few = await shop.newSku(1);
    const { checkout_id } = await shop.open(user, [{ sku: few, quantity: 1 }]);
    await shop.letHoldsRunOut(checkout_id);
    await sql`update color_variants set quantity = 0 where id = ${few.variant_id}`;
    await shop.complete(checkout_id);
    expect(await refusalOf(close(user))).toMatchObject({ reason: 'payment_under_way' });
    await shop.refund(checkout_id, 're_1');
    await close(user);
    expect(await shop.statusOf(checkout_id)).toBe('refunded');
  });

  test('is refused for a closed account', async () => {
    const user = await shop.newShopper();
    await close(user);
    expect(await refusalOf(close(user))).toMatchObject({
      code: 'PT401',
      reason: 'account_missing',
    });
  });

  test('runs atomically with an opening checkout, a saved form and a recorded payment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const user = await shop.newShopper();
      const paid = await opened(user);
      const results = await Promise.allSettled([
        shop.complete(paid),
        close(user),
        opened(user, 3),
        sql`select save_billing_info('A', 'B', 'c@example.com', '1')
        from ${acting(sql, user)}`,
        close(user),
      ]);
      // No deadlock, which would have its own error code.
      const failures = results.flatMap((result) =>
        result.status === 'rejected' ? [String(Reflect.get(Object(result.reason), 'code'))] : [],
      );
      expect(failures).not.toContain('40P01');
      const [{ users, rows }] = await sql<[{ users: number; rows: number }]>`
        select (select count(*)::int from auth.users where id = ${user}) as users,
          (select count(*)::int from checkouts where user_id = ${user})
          + (select count(*)::int from billing_infos where user_id = ${user}) as rows`;
      expect(users === 1 || rows === 0).toBe(true);
    }
  });
});

describe('the export', () => {
  test('contains only the shopper’s own data', async () => {
    const [ada, grace] = [await buyer(), await buyer()];
    const [{ data }] = await sql<[{ data: Record<string, unknown> }]>`
      select export_account(${ada.user}) as data`;
    expect(data).toMatchObject({
      account: { id: ada.user, username: `shopper-${ada.user}`, email: `${ada.user}@example.com` },
      billing_forms: [{ id: ada.form, name: 'Ada', address: '1 High St', phone: '07700' }],
      checkouts: [{ id: ada.checkout, goods: [{ product: 'A hat', colour: 'Ink', quantity: 2 }] }],
      payments: [{ charged_pence: 5194, status: 'paid' }],
      orders: [{ id: ada.order, total_pence: 5194, goods: [{ product: 'A hat' }] }],
    });
    const text = JSON.stringify(data);
    for (const other of [grace.user, grace.checkout]) expect(text).not.toContain(other);
    // Excludes the terms of the orders, which mention passwords.
    const { terms, ...own } = data;
    expect(terms).toEqual([expect.objectContaining({ texts: expect.anything() })]);
    expect(JSON.stringify(own)).not.toContain('password');
  });

  test('contains a subscription only for a confirmed address', async () => {
    const user = await shop.newShopper();
    await sql`insert into subscriptions (email) values (${`${user}@EXAMPLE.com`})`;
    const subscribed = async () => {
      const [{ emails }] = await sql<[{ emails: unknown[] }]>`
        select export_account(${user}) -> 'subscriptions' as emails`;
      return emails.length;
    };
    expect(await subscribed()).toBe(0);
    await sql`update profiles set email_confirmed_at = now() where user_id = ${user}`;
    expect(await subscribed()).toBe(1);
    await close(user);
    const left = await sql`
      select from subscriptions where lower(email) = lower(${`${user}@example.com`})`;
    expect(left).toHaveLength(0);
  });

  test('is empty for an unknown account', async () => {
    const [{ data }] = await sql<[{ data: unknown }]>`
      select export_account(gen_random_uuid()) as data`;
    expect(data).toBeNull();
  });
});

async function prune(limit = 1000): Promise<Record<string, number>> {
  const [{ counts }] = await sql<[{ counts: Record<string, number> }]>`
    select jsonb_object_agg(data, rows) as counts from prune_personal_data(${limit})`;
  return counts;
}

/** Makes a checkout, with its payment, order and form, older than a period. */
async function age(checkout: string, period: string): Promise<void> {
  await sql`
    with aged as (
      update checkouts set created_at = now() - ${period}::interval,
        closed_at = case when closed_at is not null then now() - ${period}::interval end
      where id = ${checkout} returning billing_info_id
    ), paid as (
      update payments set created_at = now() - ${period}::interval where checkout_id = ${checkout}
    ), ordered as (
      update orders set created_at = now() - ${period}::interval where checkout_id = ${checkout}
    )
    update billing_infos set saved_at = now() - ${period}::interval
    where id in (select billing_info_id from aged)`;
}

describe('the prune', () => {
  test('deletes a checkout released over thirty days ago, and then its form', async () => {
    const [old, recent] = [await shop.newShopper(), await shop.newShopper()];
    const [gone, kept] = [await opened(old), await opened(recent)];
    await shop.release(gone);
    await shop.release(kept);
    await age(gone, '30 days 1 hour');
    await age(kept, '29 days 23 hours');
    expect(await prune()).toMatchObject({
      'checkouts without a payment': 1,
      'billing forms without a checkout': 1,
    });
    expect(await exists('checkouts', gone)).toBe(false);
    expect(await exists('checkouts', kept)).toBe(true);
    const forms = await sql`
      select user_id from billing_infos where user_id in (${old}, ${recent})`;
    expect([...forms]).toEqual([{ user_id: recent }]);
  });

  test('keeps everything that was or may still be paid', async () => {
    const user = await shop.newShopper();
    const paid = await opened(user);
    await shop.complete(paid);
    const waiting = await opened(user, 3);
    await age(paid, '1 year');
    await sql`
      update checkouts set created_at = now() - interval '1 year' where id = ${waiting}`;
    await prune();
    for (const id of [paid, waiting]) expect(await exists('checkouts', id)).toBe(true);
  });

  test('deletes e-mails that were sent or given up, not one that is due', async () => {
    const orders = [await buyer(), await buyer(), await buyer()];
    const [sent, parked, due] = orders.map(({ order }) => order);
    await sql`
      update orders set created_at = now() - interval '91 days'
      where id in ${sql(orders.map(({ order }) => order))}`;
    await sql`
      update mail_outbox m set created_at = o.created_at from orders o
      where o.checkout_id = m.checkout_id
        and o.id in ${sql(orders.map(({ order }) => order))}`;
    await sql`
      update mail_outbox set status = 'sent', sent_at = now()
      where checkout_id = (select checkout_id from orders where id = ${sent ?? 0})`;
    await sql`
      update mail_outbox set status = 'parked'
      where checkout_id = (select checkout_id from orders where id = ${parked ?? 0})`;
    expect(await prune()).toMatchObject({ 'e-mails sent or given up': 2 });
    const left = await sql`
      select o.id::int as order_id from mail_outbox m join orders o using (checkout_id)
      where o.id in ${sql(orders.map(({ order }) => order))}`;
    expect([...left]).toEqual([{ order_id: due }]);
  });

  test('erases e-mail and phone from the orders of a closed account after 180 days', async () => {
    const [old, recent, here] = [await buyer(), await buyer(), await buyer()];
    await close(old.user);
    await close(recent.user);
    await age(old.checkout, '181 days');
    await age(recent.checkout, '179 days');
    await age(here.checkout, '181 days');
    await prune();
    expect(await formOf(old.form)).toEqual({
      user_id: null,
      name: 'Ada',
      address: '1 High St',
      email: '',
      phone: '',
      erased: false,
    });
    expect(await deliveryOf(old.checkout)).toEqual({
      name: 'Ada',
      line1: '1 High St',
      country: 'GB',
    });
    for (const { form, checkout } of [recent, here]) {
      expect(await formOf(form)).toMatchObject({ phone: '07700' });
      expect(await deliveryOf(checkout)).toMatchObject({ phone: '07700' });
    }
  });

  test('leaves no e-mail address when a bank returns money much later', async () => {
    const user = await shop.newShopper();
    const few = await shop.newSku(1);
    const { checkout_id } = await shop.open(user, [{ sku: few, quantity: 1 }]);
    await shop.letHoldsRunOut(checkout_id);
    await sql`update color_variants set quantity = 0 where id = ${few.variant_id}`;
    await shop.complete(checkout_id);
    await shop.refund(checkout_id, 're_2');
    await close(user);
    await age(checkout_id, '181 days');
    await prune();
    await sql`delete from mail_outbox where checkout_id = ${checkout_id}`;
    expect(await shop.refund(checkout_id, 're_2', { status: 'failed' })).toBe('refund_due');
    expect(await shop.refund(checkout_id, 're_3')).toBe('refunded');
    const mails = await sql`select from mail_outbox where checkout_id = ${checkout_id}`;
    expect(mails).toHaveLength(0);
  });

  test('erases name and address from orders after seven years, and keeps their amounts', async () => {
    const [old, recent, left] = [await buyer(), await buyer(), await buyer()];
    await close(left.user);
    await age(old.checkout, '7 years 1 day');
    await age(left.checkout, '7 years 1 day');
    await age(recent.checkout, '6 years 364 days');
    expect(await prune()).toMatchObject({ 'name and address in orders': 2 });
    for (const { form, checkout } of [old, left]) {
      const empty = { name: '', address: '', email: '', phone: '', erased: true };
      expect(await formOf(form)).toMatchObject(empty);
      expect(await deliveryOf(checkout)).toEqual({ name: '', line1: '', country: 'GB' });
    }
    expect(await formOf(recent.form)).toMatchObject({ name: 'Ada' });
    const [order] = await sql`
      select order_amount_pence, user_id from orders where id = ${old.order}`;
    expect(order).toEqual({ order_amount_pence: 5194, user_id: old.user });
    // Nothing is delivered to an empty address.
    expect(await refusalOf(opened(old.user))).toMatchObject({ reason: 'billing_missing' });
    // A shopper may have several such forms and save the form again.
    const [again] = await sql<[{ id: number }]>`
      select save_billing_info('Ada', '1 High St', 'a@example.com', '1')::int as id
      from ${acting(sql, old.user)}`;
    expect(again.id).not.toBe(old.form);
  });

  test('ends logins and deletes sign-ins older than thirty days', async () => {
    const user = await shop.newShopper();
    await sql`
      insert into auth.sessions (id, user_id, created_at, updated_at)
      select gen_random_uuid(), ${user}, now() - days * interval '1 day', now() - days * interval '1 day'
      from unnest(array[29, 31]) days`;
    await sql`
      insert into auth.audit_log_entries (id, created_at)
      select gen_random_uuid(), now() - days * interval '1 day' from unnest(array[29, 31]) days`;
    expect(await prune()).toMatchObject({ 'logins not used': 1, 'log of sign-ins': 1 });
    // Today's session and that of twenty-nine days ago.
    expect(await sql`select from auth.sessions where user_id = ${user}`).toHaveLength(2);
  });

  test('keeps an authenticator code as long as its login, others for a day', async () => {
    const user = await shop.newShopper();
    const gone = randomUUID();
    for (const [session, outcome, old] of [
      [user, 'accepted', '9 days'],
      [gone, 'accepted', '2 days'],
      [user, 'wrong', '2 days'],
      [user, 'wrong', '1 hour'],
      [gone, 'accepted', '1 hour'],
      [user, null, '2 days'],
    ] as const) {
      await sql`
        insert into second_factor_codes (user_id, session_id, code, outcome, tried_at)
        values (${user}, ${session}, '123456', ${outcome}, now() - ${old}::interval)`;
    }
    expect((await prune())['codes of authenticator apps']).toBe(3);
    const kept = await sql`
      select session_id = ${gone} as gone, outcome from second_factor_codes where user_id = ${user} order by id`;
    expect([...kept]).toEqual([
      { gone: false, outcome: 'accepted' },
      { gone: false, outcome: 'wrong' },
      { gone: true, outcome: 'accepted' },
    ]);
  });

  test('deletes login codes and their unsent e-mails after a day', async () => {
    const user = await shop.newShopper();
    for (const old of ['2 days', '1 hour']) {
      await sql`
        with code as (
          insert into login_codes (user_id, asked_at) values (${user}, now() - ${old}::interval) returning id)
        insert into mail_outbox (kind, subject, user_id, due_at)
        select 'login_code', id, ${user}, now() - ${old}::interval from code`;
    }
    expect((await prune())['login codes']).toBe(1);
    const [left] = await sql`
      select (select count(*)::int from login_codes where user_id = ${user}) as codes,
        (select count(*)::int from mail_outbox where user_id = ${user}) as mails`;
    expect(left).toEqual({ codes: 1, mails: 1 });
  });

  test('works in bounded batches, and changes nothing once done', async () => {
    const shoppers = await Promise.all(Array.from({ length: 5 }, () => shop.newShopper()));
    for (const user of shoppers) {
      const checkout = await opened(user);
      await shop.release(checkout);
      await age(checkout, '31 days');
    }
    const given = 'checkouts without a payment';
    const counts = [await prune(2), await prune(2), await prune(2), await prune(2)];
    expect(counts.map((count) => count[given])).toEqual([2, 2, 1, 0]);
    expect(Object.values(await prune())).toEqual(Object.keys(await prune()).map(() => 0));
  });
});

/** One e-mail for each of the last hundred days. */
function mailed(tx: postgres.TransactionSql, checkout: string) {
  return tx`
    insert into mail_outbox (kind, checkout_id, status, sent_at, created_at)
    select 'order', ${checkout}, 'sent', at, at
    from generate_series(now() - interval '100 days', now(), '1 day') at`;
}

test('pruning computes each deadline once, not for every row, and finds e-mails past theirs by an index', async () => {
  const { checkout } = await buyer();
  const { scans, rows, calls } = await workOf(
    database,
    (tx) => tx`select prune_personal_data(2)`,
    (tx) => mailed(tx, checkout),
  );
  // Up to two calls for statements that join two tables or repeat the condition.
  expect(calls['expired_before']).toBeLessThan(20);
  expect(scans['mail_outbox']).toBeUndefined();
  expect(rows['mail_outbox']).toBeLessThan(20);
});

test('a shopper’s export reads only their own e-mails', async () => {
  const [{ checkout }, user] = [await buyer(), await shop.newShopper()];
  const { scans, rows } = await workOf(
    database,
    (tx) => tx`select export_account(${user})`,
    (tx) => mailed(tx, checkout),
  );
  expect(scans['mail_outbox']).toBeUndefined();
  expect(rows['mail_outbox']).toBeUndefined();
});

function textOf(file: string): string {
  return readFileSync(path.join(projectFolder, file), 'utf8');
}

test('docs/operate.md and the privacy policy state the database’s retention periods', async () => {
  const periods = await sql<{ data: string; period: string }[]>`
    select data, period::text from retention_periods()`;
  const [{ text }] = await sql<[{ text: string }]>`
    select value ->> 'text' as text from site_content where key = 'privacy'`;
  const [, policy = ''] = text.split('## How long we keep it');
  for (const { data, period } of periods) {
    expect(textOf('docs/operate.md')).toMatch(new RegExp(String.raw`\| ${data} +\| ${period} *\|`));
    expect(policy).toContain(period.replace('7 years', 'seven years'));
  }
});
