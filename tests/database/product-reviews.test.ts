import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { REVIEW_DAYS } from '#domain/basics/return-periods.ts';
import { hidingReasons } from '#domain/enums.ts';
import { openDatabase } from '../support/open-database.ts';
import { violationsIn } from '../support/invariants.ts';
import { refusalOf, type Sku } from '../support/shop-database.ts';

const { shop, sql, newStaff, callAs, dispatch } = await openDatabase();
const manager = await newStaff('manager');
let hat: Sku;
beforeEach(async () => {
  hat = await shop.newSku(50);
  await sql`delete from suppressions`;
});

interface Bought {
  checkout: string;
  order: number;
  user: string;
}

async function buy(sku: Sku = hat, quantity = 1): Promise<Bought> {
  const user = await shop.newShopper();
  const { checkout_id: checkout } = await shop.open(user, [{ sku, quantity }]);
  await shop.complete(checkout);
  const [{ order }] = await sql<[{ order: number }]>`
    select id::int as order from orders where checkout_id = ${checkout}`;
  return { checkout, order, user };
}

/** Dispatches an order, delivered this many days ago; null if the carrier says nothing. */
async function arrive({ order }: Bought, days: number | null = REVIEW_DAYS): Promise<void> {
  const { parcel } = await dispatch(manager, order);
  const sent = (days ?? 40) + 2;
  await sql`
    update parcels set sent_at = now() - make_interval(days => ${sent}),
      delivered_at = now() - make_interval(days => ${days})
    where id = ${parcel}`;
  if (days !== null) await sql`update parcels set confirmed_at = delivered_at where id = ${parcel}`;
  await sql`
    select settle_order(${order})`;
}

async function owe(): Promise<number> {
  const [{ owed }] = await sql<[{ owed: number }]>`select owe_review_mails() as owed`;
  return owed;
}

/** A buyer who was asked for a review. */
async function asked(sku: Sku = hat): Promise<Bought> {
  const bought = await buy(sku);
  await arrive(bought);
  await owe();
  return bought;
}

const fine = { stars: 4, fit: 'true', words: 'Warm.', name: 'Ada' };

const write = ({ checkout }: Bought, review: object = fine, seen = 0, sku: Sku = hat) =>
  sql`select write_review(${checkout}, ${sku.product_id}, ${seen}, ${JSON.stringify(review)}::text::jsonb)`;
const withdraw = ({ checkout }: Bought) =>
  sql`select * from withdraw_review(${checkout}, ${hat.product_id})`;

async function reviewOf({ order }: Bought): Promise<{ id: number; revision: number }> {
  const [row] = await sql<[{ id: number; revision: number }]>`
    select id::int, revision from product_reviews where order_id = ${order}`;
  return row;
}

async function hide(bought: Bought, reason = 'abuse', words = 'It insults the packer.') {
  const { id, revision } = await reviewOf(bought);
  return callAs(manager, 'staff_hide_review', id, revision, reason, words);
}

async function shown({ product_id }: Sku = hat) {
  const [row] = await sql<{ count: number; hundredths: number; stars: number[] }[]>`
    select count, hundredths, stars from reviewed_products where id = ${product_id}`;
  return row;
}

const sum = (rows: readonly { stars: number }[]) =>
  rows.reduce((total, { stars }) => total + stars, 0);

const mailsOf = async ({ checkout }: Bought, kind: string) =>
  (await sql`select id from mail_outbox where checkout_id = ${checkout} and kind::text = ${kind}`)
    .length;

describe('a buyer is asked for reviews', () => {
  test('once for each order, some days after all of it has arrived', async () => {
    const bought = await buy();
    await arrive(bought, REVIEW_DAYS - 1);
    expect(await owe()).toBe(0);
    await sql`
      update parcels set delivered_at = delivered_at - interval '1 day', confirmed_at = now() - interval '20 days'
      where order_id = ${bought.order}`;
    expect(await owe()).toBe(1);
    expect(await owe()).toBe(0);
    expect(await mailsOf(bought, 'review_request')).toBe(1);
  });

  test('by the estimated day if the carrier says nothing', async () => {
    const bought = await buy();
    await arrive(bought, null);
    expect(await owe()).toBe(1);
    expect(await mailsOf(bought, 'review_request')).toBe(1);
  });

  test('after a return is settled, but neither during one nor for what never left', async () => {
    const returning = await buy();
    await arrive(returning);
    const items = [{ variant_id: hat.variant_id, quantity: 1 }];
    const { id } = await callAs<{ id: number }>(
      manager,
      'staff_ask_return',
      randomUUID(),
      returning.order,
      'return',
      items,
      null,
    );
    const unsent = await buy();
    await callAs(manager, 'staff_cancel', randomUUID(), unsent.order, items, 'sold_out', true);
    expect(await owe()).toBe(0);
    const back = [{ variant_id: hat.variant_id, restocked: 1, written_off: 0 }];
    await callAs(manager, 'staff_receive_return', randomUUID(), id, back);
    await callAs(manager, 'staff_settle_return', randomUUID(), id);
    expect(await owe()).toBe(1);
    await write(returning, { ...fine, stars: 1, words: 'It scratches.' });
    expect(await shown()).toMatchObject({ count: 1, hundredths: 100 });
    expect(await refusalOf(write(unsent))).toMatchObject({ reason: 'review_not_possible' });
  });

  test.each(['refused_reviews', 'unsubscribed', 'bounced', 'complained'])(
    'unless the address is suppressed: %s',
    async (reason) => {
      const bought = await buy();
      await arrive(bought);
      await sql`
        insert into suppressions (address_hash, reason)
        select address_hash(upper(email)), ${reason}::suppression_reason
        from billing_infos b join checkouts c on c.billing_info_id = b.id where c.id = ${bought.checkout}`;
      await owe();
      expect(await mailsOf(bought, 'review_request')).toBe(0);
    },
  );

  test('until they press “Never ask me again”, which leaves news alone', async () => {
    const bought = await asked();
    await sql`select end_review_mails(${bought.checkout})`;
    await sql`select claim_mails(100, 60)`;
    expect(await mailsOf(bought, 'review_request')).toBe(0);
    expect(await sql`select 1 from suppressions where reason = 'refused_reviews'`).toHaveLength(1);
    expect(await violationsIn(sql)).toEqual([]);
  });
});

describe('a review', () => {
  test('is published as it comes, once however often it is sent, and changed only from what is shown', async () => {
    const ada = await asked();
    const twice = await Promise.all([write(ada), write(ada)]);
    expect(twice).toHaveLength(2);
    expect(await shown()).toMatchObject({ count: 1, hundredths: 400, stars: [0, 0, 0, 1, 0] });
    // Another tab, opened before.
    const other = { ...fine, stars: 2 };
    expect(await refusalOf(write(ada, other, 0))).toMatchObject({ reason: 'review_changed' });
    await write(ada, other, 1);
    expect(await shown()).toMatchObject({ count: 1, hundredths: 200 });
  });

  test('needs a link whose buyer was asked, and a product of that order', async () => {
    const bought = await buy();
    await arrive(bought);
    expect(await refusalOf(write(bought))).toMatchObject({ reason: 'review_not_possible' });
    await owe();
    const other = await shop.newSku(1);
    const refused = await refusalOf(write(bought, fine, 0, other));
    expect(refused).toMatchObject({ reason: 'review_not_possible' });
  });

  test('that is withdrawn is gone, and no late copy of it comes back', async () => {
    const ada = await asked();
    await write(ada);
    await withdraw(ada);
    await withdraw(ada);
    expect(await shown()).toBeUndefined();
    expect(await refusalOf(write(ada))).toMatchObject({ reason: 'review_changed' });
    await write(ada, fine, 2);
    expect(await shown()).toMatchObject({ count: 1 });
  });

  test('is marked if its product was a gift', async () => {
    const [paid, gift] = [await asked(), await asked()];
    await sql`
      with event as (
        insert into order_events (checkout_id, kind, actor) values (${gift.checkout}, 'gift_made', 'shop') returning id)
      insert into gifts (order_id, event_id, reason) select ${gift.order}, id, 'Press' from event`;
    await write(paid);
    await write(gift, { ...fine, stars: 5 });
    const given = await sql<{ stars: number; given: boolean }[]>`
      select stars, given from published_reviews where product_id = ${hat.product_id} order by stars`;
    expect([...given]).toEqual([
      { stars: 4, given: false },
      { stars: 5, given: true },
    ]);
    await sql`delete from gifts where order_id = ${gift.order}`;
  });

  test('has three photos at the most, each once', async () => {
    const ada = await asked();
    await write(ada);
    const { id } = await reviewOf(ada);
    const photos = Array.from({ length: 4 }, () => randomUUID());
    const add = (photo: string) => sql`select add_review_photo(${photo}, ${id}, ${ada.checkout})`;
    const [first = '', second = '', third = '', fourth = ''] = photos;
    for (const photo of [first, first, second, third]) await add(photo);
    expect(await refusalOf(add(fourth))).toMatchObject({ reason: 'too_many_review_photos' });
    const eve = await asked();
    const foreign = sql`select add_review_photo(${randomUUID()}, ${id}, ${eve.checkout})`;
    expect(await refusalOf(foreign)).toMatchObject({ reason: 'review_not_possible' });
    const seen = await sql`select published_photo(${first})::int as review`;
    expect([...seen]).toEqual([{ review: id }]);
    await hide(ada);
    expect([...(await sql`select published_photo(${first})::int as review`)]).toEqual([
      { review: null },
    ]);
  });

  test('ends with its writer’s data, and its link with it', async () => {
    const ada = await asked();
    await write(ada);
    await sql`select close_account(${ada.user})`;
    expect(await shown()).toBeUndefined();
    expect(await refusalOf(write(ada))).toMatchObject({ reason: 'review_not_possible' });
    expect(await owe()).toBe(0);
    expect(await mailsOf(ada, 'review_request')).toBe(0);
  });
});

describe('a moderator', () => {
  test('hides a review for a reason, of which its writer is told, and shows it again', async () => {
    const ada = await asked();
    await write(ada);
    await hide(ada);
    await hide(ada);
    expect(await shown()).toBeUndefined();
    expect(await mailsOf(ada, 'review_hidden')).toBe(1);
    const log = await sql<{ what: string; words: string }[]>`
      select what, words from staff_log where about_id = ${String((await reviewOf(ada)).id)}`;
    expect([...log]).toEqual([{ what: 'review_hidden', words: expect.stringMatching(/^abuse, /) }]);
    // A change is not shown before somebody has looked at it.
    await write(ada, { ...fine, words: 'Warm, and well packed.' }, 1);
    expect(await shown()).toBeUndefined();
    const found = await callAs<{ rows: unknown[]; changed: number }>(manager, 'staff_reviews', {
      state: 'changed',
    });
    expect(found).toMatchObject({ rows: [{ changed_since: true, hidden: 'abuse' }], changed: 1 });
    const { id, revision } = await reviewOf(ada);
    await callAs(manager, 'staff_show_review', id, revision);
    expect(await shown()).toMatchObject({ count: 1 });
    // The writer need not read that it was hidden.
    expect(await mailsOf(ada, 'review_hidden')).toBe(0);
  });

  test('cannot act on what the writer has changed or withdrawn meanwhile', async () => {
    const ada = await asked();
    await write(ada);
    const { id, revision } = await reviewOf(ada);
    await write(ada, { ...fine, stars: 1 }, 1);
    const late = callAs(manager, 'staff_hide_review', id, revision, 'abuse', 'Rude.');
    expect(await refusalOf(late)).toMatchObject({ reason: 'review_changed_since' });
    await withdraw(ada);
    const gone = callAs(manager, 'staff_answer_review', id, revision + 1, 'Thank you.');
    expect(await refusalOf(gone)).toMatchObject({ reason: 'review_gone' });
    expect(await mailsOf(ada, 'review_hidden')).toBe(0);
  });

  test('whatever they do, only stated reasons explain a difference of the mean', async () => {
    const buyers = await Promise.all(Array.from({ length: 5 }, () => asked()));
    const buyer = fc.nat(buyers.length - 1);
    const act = fc.oneof(
      fc.record({
        do: fc.constant('write' as const),
        buyer,
        stars: fc.integer({ min: 1, max: 5 }),
      }),
      fc.record({
        do: fc.constant('hide' as const),
        buyer,
        reason: fc.constantFrom(...hidingReasons),
      }),
      fc.record({
        do: fc.constantFrom('withdraw' as const, 'show' as const, 'answer' as const),
        buyer,
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), async (acts) => {
        await sql`delete from product_reviews where product_id = ${hat.product_id}`;
        for (const one of acts) {
          const who = buyers[one.buyer];
          if (!who) continue;
          const review = await reviewOf(who);
          if (one.do === 'write')
            await write(who, { ...fine, stars: one.stars }, review?.revision ?? 0);
          else if (one.do === 'withdraw') await withdraw(who);
          else if (review) {
            const call =
              one.do === 'hide'
                ? hide(who, one.reason)
                : one.do === 'show'
                  ? callAs(manager, 'staff_show_review', review.id, review.revision)
                  : callAs(
                      manager,
                      'staff_answer_review',
                      review.id,
                      review.revision,
                      'Thank you.',
                    );
            await refusalOf(call);
          }
        }
        const rows = await sql<{ stars: number; reason: string | null }[]>`
          select stars, reason from product_reviews r left join hidden_reviews h on h.review_id = r.id
          where product_id = ${hat.product_id} and stars is not null`;
        const explained = rows.filter(({ reason }) => reason !== null);
        const left = rows.length - explained.length;
        const page = await shown();
        expect(page?.count ?? 0).toBe(left);
        const mean = left === 0 ? undefined : (sum(rows) - sum(explained)) / left;
        expect(page?.hundredths).toBe(mean && Math.round(100 * mean));
        expect(page?.stars ?? [0, 0, 0, 0, 0]).toEqual(
          [1, 2, 3, 4, 5].map(
            (stars) => rows.filter((row) => row.reason === null && row.stars === stars).length,
          ),
        );
      }),
      { numRuns: 25, seed: 64 },
    );
    expect(await violationsIn(sql)).toEqual([]);
  });
});
