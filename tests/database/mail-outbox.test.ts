import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffRole } from '#domain/enums.ts';
import { openDatabase } from '../support/open-database.ts';
import { outboxOf } from '../support/outbox.ts';
import { dismiss, hire } from '../support/staff.ts';
import { refusalOf } from '../support/shop-database.ts';

const { database, shop, sql, callAs } = await openDatabase(12);
let outbox: ReturnType<typeof outboxOf>;

beforeAll(async () => {
  outbox = outboxOf(database);
});
beforeEach(() => outbox.settle());

interface Claimed {
  mails: {
    id: string;
    claim: string;
    kind: string;
    about: string;
    content: { receipt: { id: number; items: unknown[] } };
  }[];
  parked: { id: string; kind: string; about: string; last_error: string }[];
}

async function openCheckout(): Promise<string> {
  const sku = await shop.newSku(5);
  const buyer = await shop.newShopper();
  const { checkout_id } = await shop.open(buyer, [{ sku, quantity: 2 }]);
  return checkout_id;
}

async function newOrder(): Promise<number> {
  const { order_id } = await shop.complete(await openCheckout());
  return order_id ?? 0;
}

async function claim(limit = 10, order: number | null = null): Promise<Claimed> {
  const [{ claimed }] = await sql<[{ claimed: Claimed }]>`
    select claim_mails(
      ${limit}, 120, (select checkout_id from orders where id = ${order})) as claimed`;
  return claimed;
}

async function onlyClaim(order: number) {
  const [mail] = (await claim(10, order)).mails;
  if (!mail) throw new Error(`The e-mail of order ${order} cannot be taken.`);
  return mail;
}

async function fail(mail: { id: string; claim: string }, permanent = false) {
  const [{ status }] = await sql<[{ status: string | null }]>`
    select record_mail_failure(${mail.id}, ${mail.claim}, 'away', ${permanent})::text as status`;
  return status;
}

async function sent({ id }: { id: string }) {
  const [{ news }] = await sql<[{ news: boolean }]>`
    select record_mail_sent(${id}, 're_1') as news`;
  return news;
}

describe('an order gets one e-mail', () => {
  test('however many callers complete its checkout at once', async () => {
    const checkout = await openCheckout();
    await Promise.all(Array.from({ length: 20 }, () => shop.complete(checkout)));
    const [{ owed }] = await sql<[{ owed: number }]>`
      select count(*)::int as owed from mail_outbox
      where checkout_id = ${checkout}`;
    expect(owed).toBe(1);
  });

  test('in the transaction of the order', async () => {
    const checkout = await openCheckout();
    const undone = sql.begin(async (transaction) => {
      await transaction`
        select complete_checkout(${checkout}, 'cs_test_undone',
          (select subtotal_pence + tax_pence from checkouts where id = ${checkout}), 'gbp', 0)`;
      const [{ owed }] = await transaction<[{ owed: number }]>`
        select count(*)::int as owed from mail_outbox
        where checkout_id = ${checkout}`;
      expect(owed).toBe(1);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const { mails } = await claim();
    expect(mails).toEqual([]);
  });

  test('because a second one cannot be inserted', async () => {
    const order = await newOrder();
    const refusal = await refusalOf(
      sql`
        insert into mail_outbox (kind, subject, checkout_id)
        select 'order', checkout_id::text, checkout_id from orders where id = ${order}`,
    );
    expect(refusal).toMatchObject({ code: '23505' });
  });
});

describe('an e-mail is claimed by one sender', () => {
  test('although thirty try at once', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, newOrder));
    const claims = await Promise.all(Array.from({ length: 30 }, () => claim(3)));
    const taken = claims.flatMap(({ mails }) => mails.map(({ content }) => content.receipt.id));
    expect(taken.toSorted((a, b) => a - b)).toEqual(orders.toSorted((a, b) => a - b));
  });

  test('with the data needed to write it', async () => {
    const order = await newOrder();
    const { content, about } = await onlyClaim(order);
    expect(about).toBe(`order ${order}`);
    expect(content.receipt).toMatchObject({
      id: order,
      total_items: 2,
      delivery: { name: 'Ada', line1: '1 High St', country: 'GB' },
      order_amount_pence: 5194,
      items: [{ product_name: 'A hat', color_name: 'Ink', quantity: 2, unit_pence: 2450 }],
    });
  });

  test('until its lease expires, when a killed sender’s e-mail is due again', async () => {
    const order = await newOrder();
    await onlyClaim(order);
    await outbox.letPass(119);
    expect((await claim()).mails).toEqual([]);
    await outbox.letPass(2);
    expect((await claim()).mails.map(({ content }) => content.receipt.id)).toEqual([order]);
    expect(await outbox.of(order)).toMatchObject({ status: 'due', attempts: 2 });
  });

  test('until it is sent, and never again', async () => {
    const order = await newOrder();
    const mail = await onlyClaim(order);
    expect(await sent(mail)).toBe(true);
    expect(await sent(mail)).toBe(false);
    await outbox.letPass(1000);
    expect((await claim()).mails).toEqual([]);
    expect(await fail(mail)).toBeNull();
    expect(await outbox.of(order)).toMatchObject({ status: 'sent', last_error: null });
  });

  test('for the time of a lease, after which its failure does not count', async () => {
    const order = await newOrder();
    const slow = await onlyClaim(order);
    await outbox.letPass(121);
    const quick = await onlyClaim(order);
    expect(await fail(slow)).toBeNull();
    expect(await sent(quick)).toBe(true);
  });

  test('with its success recorded even after the lease', async () => {
    const order = await newOrder();
    const slow = await onlyClaim(order);
    await outbox.letPass(121);
    await onlyClaim(order);
    expect(await sent(slow)).toBe(true);
    await outbox.letPass(121);
    expect((await claim()).mails).toEqual([]);
  });
});

describe('an e-mail that fails', () => {
  test('waits twice as long each time, within a day, and is parked after the eighth', async () => {
    const order = await newOrder();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const status = await fail(await onlyClaim(order));
      expect(status).toBe(attempt === 8 ? 'parked' : 'due');
      const wait = Math.round((await outbox.of(order))?.waits ?? 0);
      if (attempt < 8) waits.push(wait);
      await outbox.letPass(wait + 1);
    }
    expect(waits).toEqual([300, 600, 1200, 2400, 4800, 9600, 19_200]);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(24 * 3600);
    expect((await claim()).mails).toEqual([]);
    expect(await outbox.of(order)).toMatchObject({ status: 'parked', last_error: 'away' });
  });

  test('permanently is parked at once', async () => {
    const order = await newOrder();
    expect(await fail(await onlyClaim(order), true)).toBe('parked');
  });

  test('by killing its sender each time is also parked, and reported', async () => {
    const order = await newOrder();
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await onlyClaim(order);
      await outbox.letPass(121);
    }
    const { mails, parked } = await claim();
    expect(mails).toEqual([]);
    expect(parked).toMatchObject([
      { kind: 'order', about: `order ${order}`, last_error: 'not sent in time' },
    ]);
  });

  test('for three days is no longer retried', async () => {
    const order = await newOrder();
    await outbox.letPass(3 * 24 * 3600 + 1);
    const { mails, parked } = await claim();
    expect(mails).toEqual([]);
    expect(parked).toMatchObject([{ about: `order ${order}` }]);
  });
});

/** A checkout paid after its goods were sold out, and not yet refunded. */
async function soldOut(): Promise<string> {
  const sku = await shop.newSku(5);
  const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity: 2 }]);
  await shop.letHoldsRunOut(checkout_id);
  const other = await shop.open(await shop.newShopper(), [{ sku, quantity: 5 }]);
  await shop.complete(other.checkout_id);
  await shop.complete(checkout_id);
  expect(await shop.statusOf(checkout_id)).toBe('refund_due');
  return checkout_id;
}

describe('a payment without an order owes the shopper an e-mail', () => {
  test('when goods sold out meanwhile are refunded, once, and not before the refund', async () => {
    const checkout = await soldOut();
    expect(await outbox.kindsOf(checkout)).toEqual([]);
    for (const refund of ['re_1', 're_1']) {
      await shop.refund(checkout, refund);
    }
    expect(await outbox.kindsOf(checkout)).toEqual(['sold_out_refund']);
    const [{ content, by }] = await sql<[{ content: object; by: string }]>`
      select mail_content(id) as content,
        refund_promise(created_at)::text as by
      from mail_outbox where checkout_id = ${checkout}`;
    expect(content).toMatchObject({
      refund_by: by,
      email: expect.stringContaining('@example.com'),
      reference: checkout.slice(0, 8).toUpperCase(),
      amount_pence: 5194,
      items: [{ product_name: 'A hat', color_name: 'Ink', quantity: 2 }],
    });
  });

  test('when a payment under review was refunded', async () => {
    const checkout = await openCheckout();
    await shop.complete(checkout, { charged: 1 });
    await shop.refund(checkout, 're_review');
    await sql`delete from stock_holds where checkout_id = ${checkout}`;
    expect(await outbox.kindsOf(checkout)).toEqual(['refund']);
  });

  test('when a payment under review was declined, without mentioning sold-out goods', async () => {
    const checkout = await openCheckout();
    await shop.complete(checkout, { charged: 1 });
    await sql`select resolve_review(${checkout}, 'refund')`;
    expect(await shop.statusOf(checkout)).toBe('refund_due');
    expect(await outbox.kindsOf(checkout)).toEqual([]);
    await shop.refund(checkout, 're_declined');
    expect(await outbox.kindsOf(checkout)).toEqual(['refund']);
  });

  test('when a slow payment failed, but not when a page expired', async () => {
    const [failed, expired] = [await openCheckout(), await openCheckout()];
    await sql`select await_payment(${failed}, ${`cs_test_${failed}`}, 604800)`;
    expect(await outbox.kindsOf(failed)).toEqual([]);
    for (const checkout of [failed, failed, expired]) await shop.release(checkout);
    expect(await outbox.kindsOf(failed)).toEqual(['payment_failed']);
    expect(await outbox.kindsOf(expired)).toEqual([]);
    const [{ by }] = await sql<[{ by: string | null }]>`
      select mail_content(id) -> 'refund_by' as by from mail_outbox where checkout_id = ${failed}`;
    expect(by).toBeNull();
  });
});

/** A claimed e-mail to staff. */
interface ToStaff {
  id: string;
  content: { emails: string[]; count: number; orders: { order: number }[]; why: string };
}

async function staffMails(kind: string): Promise<ToStaff[]> {
  const [{ mails }] = await sql<[{ mails: (ToStaff & { kind: string })[] }]>`
    select claim_mails(50, 120) -> 'mails' as mails`;
  return mails.filter((mail) => mail.kind === kind);
}

const ordersIn = (mail?: ToStaff) => mail?.content.orders.map(({ order }) => order);

/** Subjects of the decisions about a checkout that managers must make. */
async function decisionsOf(checkout: string): Promise<string[]> {
  const mails = await sql<{ subject: string }[]>`
    select subject from mail_outbox
    where checkout_id = ${checkout} and kind = 'staff_decision' order by created_at, subject`;
  return mails.map(({ subject }) => subject);
}

const checkoutOf = async (order: number) => {
  const [{ checkout }] = await sql<[{ checkout: string }]>`
    select checkout_id as checkout from orders where id = ${order}`;
  return checkout;
};

describe('staff', () => {
  let people: string[] = [];
  async function employ(role: StaffRole, { confirmed = true } = {}) {
    const user = await shop.newShopper();
    if (confirmed) {
      await sql`update profiles set email_confirmed_at = now() where user_id = ${user}`;
    }
    await hire(database, user, role);
    people.push(user);
    return `${user}@example.com`;
  }
  afterEach(async () => {
    for (const user of people) await dismiss(database, user);
    people = [];
    // E-mails sent by one test must not delay those of the next.
    await outbox.letPass(3600);
  });

  test('are owed no e-mail without a confirmed address', async () => {
    await employ('manager', { confirmed: false });
    const order = await newOrder();
    expect(await outbox.kindsOf(await checkoutOf(order))).toEqual(['order']);
  });

  test('except marketers are owed one e-mail for each new order, stored with it', async () => {
    await employ('marketer');
    const addresses = [await employ('packer'), await employ('manager')];
    await employ('packer', { confirmed: false });
    const checkout = await openCheckout();
    await Promise.all(Array.from({ length: 10 }, () => shop.complete(checkout)));
    expect((await outbox.kindsOf(checkout)).toSorted()).toEqual(['order', 'staff_order']);
    const [mail, ...others] = await staffMails('staff_order');
    expect(others).toEqual([]);
    expect(mail?.content).toMatchObject({ emails: addresses, count: 1 });
    expect(JSON.stringify(mail?.content)).not.toContain('pence');
  });

  test('get the orders of ten minutes in one e-mail, each order once', async () => {
    await employ('packer');
    const first = await newOrder();
    expect((await staffMails('staff_order')).map(ordersIn)).toEqual([[first]]);
    const others = [await newOrder(), await newOrder(), await newOrder()];
    // Not while the first is being sent, nor within ten minutes afterwards.
    expect(await staffMails('staff_order')).toEqual([]);
    await sql`
      update mail_outbox set status = 'sent', sent_at = now()
      where kind = 'staff_order' and attempts > 0 and status = 'due'`;
    await outbox.letPass(9 * 60);
    await sql`update mail_outbox set sent_at = now() - interval '9 minutes' where sent_at is not null`;
    expect(await staffMails('staff_order')).toEqual([]);
    await sql`update mail_outbox set sent_at = now() - interval '11 minutes' where sent_at is not null`;
    const claims = await Promise.all(Array.from({ length: 20 }, () => staffMails('staff_order')));
    expect(claims.flat().map(ordersIn)).toEqual([others]);
    expect(claims.flat()[0]?.content.count).toBe(3);
    await outbox.letPass(130);
    // The e-mail's sender was killed, so it is retried, and still lists all orders.
    expect((await staffMails('staff_order')).map(ordersIn)).toEqual([others]);
  });

  test('an order that is paid while such an e-mail is claimed is in the next', async () => {
    await employ('packer');
    const first = await newOrder();
    const [mail] = await staffMails('staff_order');
    const second = await newOrder();
    await outbox.letPass(130);
    expect((await staffMails('staff_order')).map(ordersIn)).toEqual([[first]]);
    await sql`select record_mail_sent(${mail?.id ?? ''}, 're_2')`;
    await sql`update mail_outbox set sent_at = now() - interval '11 minutes' where sent_at is not null`;
    expect((await staffMails('staff_order')).map(ordersIn)).toEqual([[second]]);
  });

  test('only managers get decisions, each once', async () => {
    await employ('packer');
    const manager = await employ('manager');

    const review = await openCheckout();
    await shop.complete(review, { charged: 1 });
    await shop.complete(review, { charged: 1 });
    expect(await decisionsOf(review)).toEqual([`review ${review}`]);
    const [mail] = await staffMails('staff_decision');
    expect(mail?.content).toMatchObject({ emails: [manager], why: 'review' });
    await sql`select resolve_review(${review}, 'refund')`;
    await shop.refund(review, 're_decided');

    const disputed = await checkoutOf(await newOrder());
    for (const status of ['needs_response', 'under_review', 'lost']) {
      await sql`
        select record_dispute(${`pi_${disputed}`}, jsonb_build_object(
          'id', ${`du_${disputed}`}::text, 'amount_pence', 5194, 'reason', 'fraudulent',
          'status', ${status}::text, 'created', 0))`;
    }
    expect(await decisionsOf(disputed)).toEqual([`dispute du_${disputed}`]);

    const both = await openCheckout();
    await shop.complete(both, { charged: 1 });
    await sql`
      select record_dispute(${`pi_${both}`}, jsonb_build_object(
        'id', ${`du_${both}`}::text, 'amount_pence', 1, 'reason', 'fraudulent',
        'status', 'needs_response', 'created', 0))`;
    expect(await decisionsOf(both)).toEqual([`dispute du_${both}`]);

    const parked = await newOrder();
    await sql`
      update mail_outbox set status = 'parked' where checkout_id = ${await checkoutOf(parked)}`;
    const { id = '' } = (await outbox.of(parked)) ?? {};
    expect(await decisionsOf(await checkoutOf(parked))).toEqual([`mail_parked ${id}`]);
  });

  test('managers get an e-mail when a refund is first refused, returned by a bank, or given up', async () => {
    await employ('manager');
    const order = await newOrder();
    const checkout = await checkoutOf(order);
    const event = randomUUID();
    await sql`
      select ask_refund(${event}, ${order}, null, '[]', 0, 500, 'goodwill', 'staff', id)
      from staff where until is null limit 1`;
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await sql`
        with attempt as (
          insert into refunds (payment_id, order_refund_id, amount_pence, source)
          select payment_id, ${event}, 500, 'shop' from orders where id = ${order} returning id
        )
        select id from attempt`;
      await sql`
        update refunds set state = 'failed', settled_at = now(), failure_reason = 'expired_card'
        where order_refund_id = ${event} and state = 'requested'`;
      expect(await decisionsOf(checkout)).toEqual([`refund_failed ${event}`]);
    }
    const attempt = randomUUID();
    await sql`
      insert into refunds (id, payment_id, order_refund_id, amount_pence, source, state, stripe_refund_id, settled_at)
      select ${attempt}, payment_id, ${event}, 500, 'shop', 'succeeded', ${`re_${attempt}`}, now()
      from orders where id = ${order}`;
    await sql`update refunds set state = 'failed' where id = ${attempt}`;
    await shop.refund(checkout, 're_all_of_it');
    expect(await decisionsOf(checkout)).toEqual([
      `refund_failed ${event}`,
      `refund_failed ${event} ${attempt}`,
      `refund_given_up ${event}`,
    ]);
  });

  test('get no e-mail about an unsent e-mail to staff', async () => {
    await employ('manager');
    const review = await openCheckout();
    await shop.complete(review, { charged: 1 });
    await sql`update mail_outbox set status = 'parked' where checkout_id = ${review}`;
    expect(await decisionsOf(review)).toEqual([`review ${review}`]);
    await sql`select resolve_review(${review}, 'refund')`;
    await shop.refund(review, 're_not_told');
  });
});

const refundMails = async (checkout: string) =>
  (await outbox.kindsOf(checkout)).filter((kind) => kind === 'order_refund').length;

describe('a refund of an order owes the shopper one e-mail', () => {
  test('when made at the dashboard: one each, unless it fails before the e-mail is sent', async () => {
    const checkout = await checkoutOf(await newOrder());
    const failed = { pence: 100, status: 'failed' };
    await shop.refund(checkout, `re_f_${checkout}`, failed);
    expect(await refundMails(checkout)).toBe(0);
    for (const status of ['pending', 'pending', 'succeeded']) {
      await shop.refund(checkout, `re_1_${checkout}`, { pence: 200, status });
    }
    expect(await refundMails(checkout)).toBe(1);
    // The refund failed before its e-mail was sent.
    await shop.refund(checkout, `re_1_${checkout}`, { pence: 200, status: 'failed' });
    expect(await refundMails(checkout)).toBe(0);
    await shop.refund(checkout, `re_2_${checkout}`, { pence: 300 });
    expect(await refundMails(checkout)).toBe(1);
  });

  test('unless the refund has failed before it is sent', async () => {
    const checkout = await checkoutOf(await newOrder());
    const packer = await shop.newShopper();
    await hire(database, packer, 'packer');
    await shop.refund(checkout, `re_3_${checkout}`, { pence: 200 });
    await sql`
      update mail_outbox set status = 'sent', sent_at = now(), attempts = 1 where checkout_id = ${checkout}`;
    await shop.refund(checkout, `re_3_${checkout}`, { pence: 200, status: 'failed' });
    expect(await refundMails(checkout)).toBe(1);
    const [{ id }] = await sql<[{ id: string }]>`
      select id from mail_outbox where checkout_id = ${checkout} and kind = 'order_refund'`;
    const again = callAs(packer, 'staff_resend_mail', randomUUID(), id);
    expect(await refusalOf(again)).toMatchObject({ code: 'PT409', reason: 'refund_not_made' });
    await dismiss(database, packer);
  });

  test('when made before the order, which a person accepted', async () => {
    const checkout = await openCheckout();
    await shop.complete(checkout, { charged: 5200 });
    await shop.refund(checkout, `re_early_${checkout}`, { pence: 6 });
    expect(await refundMails(checkout)).toBe(0);
    await sql`select resolve_review(${checkout}, 'accept')`;
    expect(await refundMails(checkout)).toBe(1);
  });
});
