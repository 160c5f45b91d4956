import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { violationsIn } from '../support/invariants.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf, type Sku } from '../support/shop-database.ts';

const { database, shop, sql, newStaff, callAs } = await openDatabase(12);
const packer = await newStaff('packer');

interface Order {
  id: number;
  checkout: string;
  skus: Sku[];
}

/** A paid order of new colours with these quantities. */
async function ordered(...quantities: number[]): Promise<Order> {
  return orderedBy(await shop.newShopper(), ...quantities);
}

async function orderedBy(shopper: string, ...quantities: number[]): Promise<Order> {
  const skus = await Promise.all(quantities.map(() => shop.newSku(10)));
  const wanted = skus.map((sku, place) => ({ sku, quantity: quantities[place] ?? 1 }));
  const { checkout_id } = await shop.open(shopper, wanted);
  const { order_id } = await shop.complete(checkout_id);
  return { id: order_id ?? 0, checkout: checkout_id, skus };
}

interface Parcel {
  event: string;
  order: number;
  carrier: string;
  tracking_number: string | null;
  items: { variant_id: number; quantity: number }[] | null;
  with?: number;
}

function parcelOf(order: Order, more: Partial<Parcel> = {}): Parcel {
  return {
    event: randomUUID(),
    order: order.id,
    carrier: 'Royal Mail',
    tracking_number: null,
    items: null,
    ...more,
  };
}

function unitsOf({ skus }: Order, ...quantities: number[]): Parcel['items'] {
  return quantities.flatMap((quantity, place) => {
    const variant = skus[place]?.variant_id;
    return quantity > 0 && variant !== undefined ? [{ variant_id: variant, quantity }] : [];
  });
}

interface Outcome {
  order: number;
  outcome: string;
  stopped_by?: string | null;
  status?: string;
  units_to_send?: number;
  parcel?: number | null;
  left_as?: string | null;
  also_on?: number[];
  with?: number[];
}

const send = (parcels: Parcel[], { by = packer } = {}) =>
  callAs<Outcome[]>(by, 'staff_dispatch', parcels);

async function sendOne(order: Order, more: Partial<Parcel> = {}) {
  const [outcome] = await send([parcelOf(order, more)]);
  return outcome;
}

/** Dispatches a parcel. Returns its id. */
async function sentParcel(order: Order, more: Partial<Parcel> = {}): Promise<number> {
  return (await sendOne(order, more))?.parcel ?? 0;
}

async function mailsOf({ checkout }: Order): Promise<string[]> {
  const mails = await sql<{ mail: string }[]>`
    select kind || ' ' || subject as mail from mail_outbox
    where checkout_id = ${checkout} and kind not in ('order', 'staff_order') order by 1`;
  return mails.map(({ mail }) => mail);
}

async function eventsOf({ checkout }: Order): Promise<string[]> {
  const events = await sql<{ kind: string }[]>`
    select kind from order_events where checkout_id = ${checkout} order by at`;
  return events.map(({ kind }) => kind);
}

async function parcelsOf({ id }: Order) {
  const parcels = await sql<{ carrier: string; tracking_number: string | null; units: number }[]>`
    select carrier, tracking_number, (
      select sum(quantity)::int from parcel_items where parcel_id = p.id) as units
    from parcels p where order_id = ${id} order by id`;
  return [...parcels];
}

/** Inserts a cancellation of units, without a refund. */
async function cancelUnits(order: Order, quantity: number): Promise<void> {
  const event = randomUUID();
  await sql`
    insert into order_events (id, checkout_id, kind, actor) values (${event}, ${order.checkout}, 'cancelled', 'shopper')`;
  await sql`
    insert into cancelled_items (event_id, order_id, variant_id, quantity, restocked)
    values (${event}, ${order.id}, ${order.skus[0]?.variant_id ?? 0}, ${quantity}, 0)`;
  await sql`select settle_order(${order.id})`;
}

async function dispute({ checkout }: Order): Promise<void> {
  const facts = {
    id: `du_${checkout}`,
    amount_pence: 1,
    reason: 'fraudulent',
    status: 'needs_response',
    due_by: 2,
    created: 1,
  };
  await sql`select record_dispute(${`pi_${checkout}`}, ${sql.json(facts)})`;
}

describe('an order', () => {
  test('is dispatched completely, with its number and one e-mail, and nothing is left to dispatch', async () => {
    const order = await ordered(2, 1);
    const outcome = await sendOne(order, { tracking_number: 'EE473124829GB' });
    expect(outcome).toEqual({
      order: order.id,
      checkout: order.checkout,
      outcome: 'dispatched',
      stopped_by: null,
      status: 'dispatched',
      units_to_send: 0,
      parcel: expect.any(Number),
      left_as: null,
      also_on: [],
      with: [],
      stays: [],
    });
    expect(await parcelsOf(order)).toEqual([
      { carrier: 'Royal Mail', tracking_number: 'EE473124829GB', units: 3 },
    ]);
    expect(await mailsOf(order)).toEqual([`dispatched ${outcome?.parcel}`]);
    const [{ found }] = await sql<[{ found: boolean }]>`
      select words @@ to_tsquery('simple', 'EE473124829GB') as found from order_words where order_id = ${order.id}`;
    expect(found).toBe(true);
  });

  test('is dispatched in parts, each with its own e-mail', async () => {
    const order = await ordered(2, 1);
    const first = await sendOne(order, { items: unitsOf(order, 1) });
    expect(first).toMatchObject({ status: 'part_dispatched', units_to_send: 2 });
    const second = await sendOne(order, { items: unitsOf(order, 1, 0) });
    expect(second).toMatchObject({ status: 'part_dispatched', units_to_send: 1 });
    const rest = await sendOne(order);
    expect(rest).toMatchObject({ status: 'dispatched', units_to_send: 0 });
    expect(await parcelsOf(order)).toMatchObject([{ units: 1 }, { units: 1 }, { units: 1 }]);
    expect(await mailsOf(order)).toHaveLength(3);
    expect(await sendOne(order)).toMatchObject({ outcome: 'nothing_to_send', parcel: null });
    expect(await eventsOf(order)).toEqual(['dispatched', 'dispatched', 'dispatched']);
  });

  test('is never dispatched beyond its quantities', async () => {
    const order = await ordered(2, 1);
    for (const items of [
      unitsOf(order, 3),
      unitsOf(order, 1, 2),
      [...(unitsOf(order, 1) ?? []), ...(unitsOf(order, 2) ?? [])],
      unitsOf(await ordered(1), 1),
    ]) {
      expect(await sendOne(order, { items })).toMatchObject({ outcome: 'too_many', parcel: null });
    }
    expect(await parcelsOf(order)).toEqual([]);
    expect(await eventsOf(order)).toEqual([]);
    await sendOne(order, { items: unitsOf(order, 1) });
    expect(await sendOne(order, { items: unitsOf(order, 2) })).toMatchObject({
      outcome: 'too_many',
      status: 'part_dispatched',
    });
  });

  test('is dispatched once by one press, however often it is repeated', async () => {
    const order = await ordered(2);
    const parcel = parcelOf(order, { items: unitsOf(order, 1) });
    const all = await Promise.all(Array.from({ length: 20 }, () => send([parcel])));
    expect(new Set(all.map(([outcome]) => outcome?.parcel)).size).toBe(1);
    expect(all.map(([outcome]) => outcome?.outcome)).toEqual(Array(20).fill('dispatched'));
    expect(await parcelsOf(order)).toMatchObject([{ units: 1 }]);
    expect(await mailsOf(order)).toHaveLength(1);

    // A response was lost, and another number was typed before the next press.
    expect(all[0]).toMatchObject([{ left_as: null }]);
    const [again] = await send([{ ...parcel, tracking_number: 'OTHER1' }]);
    expect(again).toMatchObject({
      outcome: 'dispatched',
      left_as: [parcel.carrier, parcel.tracking_number].filter(Boolean).join(' '),
    });
    expect(await parcelsOf(order)).toHaveLength(1);
  });

  test('is dispatched once by twenty presses of twenty people', async () => {
    const order = await ordered(2);
    const all = await Promise.all(Array.from({ length: 20 }, () => sendOne(order)));
    const outcomes = all.map((outcome) => outcome?.outcome).toSorted();
    expect(outcomes).toEqual(['dispatched', ...Array(19).fill('nothing_to_send')]);
    expect(await mailsOf(order)).toHaveLength(1);
  });

  test('that two people pack concurrently is never dispatched beyond its quantities', async () => {
    const order = await ordered(3);
    const other = await newStaff('packer');
    const [mine, theirs] = await Promise.all([
      send([parcelOf(order, { items: unitsOf(order, 2) })]),
      send([parcelOf(order, { items: unitsOf(order, 2) })], { by: other }),
    ]);
    const outcomes = [mine[0]?.outcome, theirs[0]?.outcome].toSorted();
    expect(outcomes).toEqual(['dispatched', 'too_many']);
    expect(await parcelsOf(order)).toMatchObject([{ units: 2 }]);
  });

  test('that does not exist gets its own error', async () => {
    const order = await ordered(1);
    const [unknown, sent] = await send([parcelOf({ ...order, id: 999_999_999 }), parcelOf(order)]);
    expect(unknown).toEqual({ order: 999_999_999, outcome: 'unknown' });
    expect(sent).toMatchObject({ outcome: 'dispatched' });
  });
});

describe('a change meanwhile', () => {
  test('by dispute, refund or cancellation stops the dispatch', async () => {
    const [disputed, refunded, pending, cancelled, partly] = await Promise.all([
      ordered(1),
      ordered(1),
      ordered(1),
      ordered(2),
      ordered(2),
    ]);
    await dispute(disputed);
    await shop.refund(refunded.checkout, `re_${refunded.id}`);
    await shop.refund(pending.checkout, `re_${pending.id}`, { status: 'pending' });
    await shop.refund(partly.checkout, `re_${partly.id}`, { pence: 100 });
    await cancelUnits(cancelled, 2);
    const outcomes = await send(
      [disputed, refunded, pending, cancelled, partly].map((order) => parcelOf(order)),
    );
    expect(outcomes.map(({ outcome, stopped_by }) => [outcome, stopped_by])).toEqual([
      ['stopped', 'disputed'],
      ['stopped', 'refunded'],
      ['stopped', 'refunded'],
      ['stopped', 'cancelled'],
      ['dispatched', null],
    ]);
    expect(await mailsOf(disputed)).toEqual([]);
  });

  test('by a due refund stops the dispatch, but not by one given up', async () => {
    const order = await ordered(1);
    const event = randomUUID();
    await sql`
      insert into order_events (id, checkout_id, kind, actor, staff_id)
      select ${event}, ${order.checkout}, 'refund_asked', 'staff', id from staff where user_id = ${packer}`;
    await sql`
      insert into order_refunds (id, act_id, order_id, reason, goodwill_pence)
      select ${event}, ${event}, ${order.id}, 'other', charged_pence from payments where checkout_id = ${order.checkout}`;
    expect(await sendOne(order)).toMatchObject({ outcome: 'stopped', stopped_by: 'refunded' });
    await sql`
      update order_refunds set given_up_at = now(), given_up_because = 'decided', given_up_by = 'staff' where id = ${event}`;
    expect(await sendOne(order)).toMatchObject({ outcome: 'dispatched' });
  });

  test('by cancelling packed units is reported, and the remaining units are dispatched', async () => {
    const order = await ordered(3);
    await cancelUnits(order, 1);
    expect(await sendOne(order, { items: unitsOf(order, 3) })).toMatchObject({
      outcome: 'stopped',
      stopped_by: 'cancelled',
      units_to_send: 2,
    });
    expect(await sendOne(order)).toMatchObject({ outcome: 'dispatched' });
    expect(await parcelsOf(order)).toMatchObject([{ units: 2 }]);
  });

  test('by a dispute after the press does not alter the response to its repetition', async () => {
    const order = await ordered(1);
    const parcel = parcelOf(order);
    const [first] = await send([parcel]);
    await dispute(order);
    expect(await send([parcel])).toEqual([{ ...first, status: 'disputed' }]);
  });

  test('by a cut connection rolls everything back, and the retry dispatches', async () => {
    const order = await ordered(2);
    const parcel = parcelOf(order);
    const victim = postgres(database.url, { max: 1, onnotice: () => undefined });
    const held = await victim.reserve();
    await held`begin`;
    const [{ pid }] = await held<[{ pid: number }]>`select pg_backend_pid() as pid`;
    await held`select staff_dispatch(${held.json([{ ...parcel }])}) from ${acting(held, packer)}`;
    // A call that waits for the lock continues once the connection is gone.
    const other = send([parcelOf(order, { items: unitsOf(order, 1) })]);
    await sql`select pg_terminate_backend(${pid})`;
    expect(await other).toMatchObject([{ outcome: 'dispatched', units_to_send: 1 }]);
    await victim.end({ timeout: 0 });
    expect(await mailsOf(order)).toHaveLength(1);
    expect(await send([parcel])).toMatchObject([{ outcome: 'dispatched', units_to_send: 0 }]);
    expect(await parcelsOf(order)).toMatchObject([{ units: 1 }, { units: 1 }]);
    expect(await mailsOf(order)).toHaveLength(2);
  });
});

test('a dispatch and the shopper’s cancellation: exactly one of them wins', async () => {
  const orders = await Promise.all(Array.from({ length: 12 }, () => ordered(1)));
  const outcomes = await Promise.all(
    orders.map(async (order, place) => {
      const cancel = async () =>
        (await refusalOf(sql`select shopper_cancel(${randomUUID()}, ${order.id})`)) === undefined;
      const dispatch = async () => (await sendOne(order))?.outcome === 'dispatched';
      const [first, second] = place % 2 ? [cancel, dispatch] : [dispatch, cancel];
      return Promise.all([first(), second()]);
    }),
  );
  for (const [place, won] of outcomes.entries()) {
    expect(won.filter(Boolean), `order ${place}`).toHaveLength(1);
  }
  const [{ both }] = await sql<[{ both: number }]>`
    select count(*)::int as both from order_units
    where order_id in ${sql(orders.map(({ id }) => id))} and sent > 0 and cancelled > 0`;
  expect(both).toBe(0);
});

describe('a job of many orders', () => {
  test('is processed in the given order, despite concurrent calls', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, () => ordered(1)));
    const jobs = await Promise.all(
      [orders, orders.toReversed(), orders].map((job) => send(job.map((order) => parcelOf(order)))),
    );
    expect(jobs[0]?.map(({ order }) => order)).toEqual(orders.map(({ id }) => id));
    for (const [place, order] of orders.entries()) {
      expect(await mailsOf(order), `order ${place}`).toHaveLength(1);
    }
    const outcomes = jobs.flat().map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'dispatched')).toHaveLength(12);
    expect(outcomes.filter((outcome) => outcome === 'nothing_to_send')).toHaveLength(24);
  });

  test('refuses a duplicate number and names its orders', async () => {
    const [one, two] = [await ordered(1), await ordered(1)];
    const number = { tracking_number: 'EE473124829GB' };
    const refusal = await refusalOf(send([parcelOf(one, number), parcelOf(two, number)]));
    expect(refusal).toEqual({
      code: 'PT400',
      reason: 'number_twice',
      detail: { tracking_number: 'EE473124829GB', orders: [one.id, two.id] },
    });
    expect(await parcelsOf(one)).toEqual([]);
    const parts = [
      parcelOf(one, { ...number, items: unitsOf(one, 1) }),
      parcelOf(one, { ...number }),
    ];
    expect(await refusalOf(send(parts))).toMatchObject({
      reason: 'number_twice',
      detail: { orders: [one.id, one.id] },
    });
  });

  test('names the other orders that already have a number', async () => {
    const [one, two] = [await ordered(1), await ordered(1)];
    await sendOne(one, { tracking_number: 'XY-1' });
    expect(await sendOne(two, { tracking_number: 'XY-1' })).toMatchObject({
      outcome: 'dispatched',
      also_on: [one.id],
    });
  });

  test('refuses an action id that was used for another order', async () => {
    const [one, two] = [await ordered(1), await ordered(1)];
    const event = randomUUID();
    await sendOne(one, { event });
    expect(await refusalOf(sendOne(two, { event }))).toMatchObject({ reason: 'action_used' });
    expect(await parcelsOf(two)).toEqual([]);
  });

  test('requires staff', async () => {
    const order = await ordered(1);
    const shopper = await shop.newShopper();
    expect(await refusalOf(send([parcelOf(order)], { by: shopper }))).toMatchObject({
      code: 'PT404',
      reason: 'not_staff',
    });
  });
});

function deliver(
  parcel: number,
  { event = randomUUID() as string, at = null as string | null } = {},
) {
  type State = { status: string; delivered_at: string };
  return callAs<State>(packer, 'staff_deliver', event, parcel, at);
}

/** Marks the dispatch e-mails of an order as sent. */
async function tellDispatched({ checkout }: Order): Promise<void> {
  await sql`
    update mail_outbox set status = 'sent', sent_at = now()
    where checkout_id = ${checkout} and kind = 'dispatched'`;
}
async function dispatchedMails({ checkout }: Order): Promise<string[]> {
  const mails = await sql<{ status: string }[]>`
    select status from mail_outbox where checkout_id = ${checkout} and kind = 'dispatched'`;
  return mails.map(({ status }) => status);
}

const undo = (parcel: number, event = randomUUID()) =>
  callAs<{ corrected: boolean }>(packer, 'staff_undo_dispatch', event, parcel);

describe('a dispatch taken back', () => {
  test('puts its pieces on the list again, and drops the e-mail that has not left', async () => {
    const order = await ordered(2);
    const parcel = await sentParcel(order, { items: unitsOf(order, 1), tracking_number: 'UN1' });
    const event = randomUUID();
    const presses = await Promise.all(Array.from({ length: 5 }, () => undo(parcel, event)));
    expect(new Set(presses.map(({ corrected }) => corrected))).toEqual(new Set([false]));
    expect(await mailsOf(order)).toEqual([]);
    expect(await eventsOf(order)).toEqual(['dispatched', 'dispatch_undone']);
    expect(await sendOne(order, { tracking_number: 'UN1' })).toMatchObject({
      outcome: 'dispatched',
      units_to_send: 0,
      also_on: [],
    });
  });

  test.each([
    ['was sent', `status = 'sent', sent_at = now(), attempts = 1`, 'sent'],
    ['may have been sent by a killed process', 'attempts = 1', 'joined'],
    ['was given up', `status = 'parked', attempts = 8`, 'joined'],
    ['is being resent', 'resent_at = now()', 'joined'],
  ])('owes one correction if its e-mail %s', async (_case, is, becomes) => {
    const order = await ordered(1);
    const parcel = await sentParcel(order);
    await sql.unsafe(
      `update mail_outbox set ${is} where kind = 'dispatched' and subject = '${parcel}'`,
    );
    expect(await undo(parcel)).toMatchObject({ corrected: true });
    expect(await mailsOf(order)).toEqual([`dispatch_undone ${parcel}`, `dispatched ${parcel}`]);
    expect(await dispatchedMails(order)).toEqual([becomes]);
    const [{ mail }] = await sql<[{ mail: string }]>`
      select id as mail from mail_outbox where kind = 'dispatched' and subject = ${String(parcel)}`;
    expect(await refusalOf(resend(mail))).toMatchObject({ reason: 'dispatch_undone' });
  });

  test('is refused once it has arrived, is coming back or was taken back', async () => {
    const [arrived, back, undone] = await Promise.all([ordered(1), ordered(2), ordered(1)]);
    const parcels = [];
    for (const order of [arrived, back, undone]) parcels.push(await sentParcel(order));
    const [one = 0, two = 0, three = 0] = parcels;
    await deliver(one);
    await sql`
      select ask_return(${randomUUID()}, ${back.id},
        'return', ${sql.json(unitsOf(back, 1) ?? [])}, 'Torn', 'shopper')`;
    await undo(three);
    expect(await refusalOf(undo(one))).toMatchObject({ reason: 'already_delivered' });
    expect(await refusalOf(undo(two))).toMatchObject({ reason: 'coming_back' });
    expect(await refusalOf(undo(three))).toMatchObject({ reason: 'dispatch_undone' });
    expect(await refusalOf(deliver(three))).toMatchObject({ reason: 'dispatch_undone' });
    expect(await refusalOf(undo(999_999_999))).toMatchObject({ reason: 'parcel_unknown' });
  });

  test('during a delivery, a second undo and a dispatch leaves each unit in one place', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await ordered(2);
      const parcel = await sentParcel(order);
      await Promise.allSettled([undo(parcel), deliver(parcel), undo(parcel), sendOne(order)]);
    }
    expect(await violationsIn(sql)).toEqual([]);
  });
});

describe('a parcel', () => {
  test('is marked as delivered once, with one e-mail', async () => {
    const order = await ordered(2);
    const [one, two] = [
      await sentParcel(order, { items: unitsOf(order, 1) }),
      await sentParcel(order),
    ];
    const event = randomUUID();
    const states = await Promise.all(Array.from({ length: 5 }, () => deliver(one, { event })));
    expect(new Set(states.map(({ delivered_at }) => delivered_at)).size).toBe(1);
    expect(states[0]?.status).toBe('dispatched');
    expect(await refusalOf(deliver(one))).toMatchObject({ reason: 'already_delivered' });
    expect(await deliver(two)).toMatchObject({ status: 'delivered' });
    const mails = await mailsOf(order);
    expect(mails.filter((mail) => mail.startsWith('delivered'))).toEqual(
      [`delivered ${one}`, `delivered ${two}`].toSorted(),
    );
  });

  test('that has arrived is no longer told to be on its way', async () => {
    const order = await ordered(3);
    const [early, tried, told] = [
      await sentParcel(order, { items: unitsOf(order, 1) }),
      await sentParcel(order, { items: unitsOf(order, 1) }),
      await sentParcel(order, { items: unitsOf(order, 1) }),
    ];
    // A sender is at work on the second one.
    await sql`
      update mail_outbox set attempts = 1, due_at = now() + interval '1 minute'
      where kind = 'dispatched' and subject = ${String(tried)}`;
    await sql`
      update mail_outbox set status = 'sent', sent_at = now() where kind = 'dispatched' and subject = ${String(told)}`;
    for (const parcel of [early, tried, told]) await deliver(parcel);
    const mails = await sql`
      select subject::int as parcel, kind::text, status::text, due_at > now() as waits from mail_outbox
      where subject in ${sql([early, tried, told].map(String))} order by subject::int, kind::text desc`;
    const arrived = { kind: 'delivered', status: 'due' };
    expect(mails).toEqual([
      { parcel: early, kind: 'dispatched', status: 'joined', waits: true },
      { parcel: early, ...arrived, waits: false },
      { parcel: tried, kind: 'dispatched', status: 'joined', waits: true },
      { parcel: tried, ...arrived, waits: true },
      { parcel: told, kind: 'dispatched', status: 'sent', waits: true },
      { parcel: told, ...arrived, waits: false },
    ]);
    const [{ id }] = await sql<[{ id: string }]>`
      select id from mail_outbox where kind = 'dispatched' and subject = ${String(told)}`;
    expect(await refusalOf(resend(id))).toMatchObject({ reason: 'already_delivered' });
  });

  test('is one of many marked as delivered at once, each with an outcome', async () => {
    const [whole, parts, late, none] = await Promise.all([
      ordered(1),
      ordered(2),
      ordered(1),
      ordered(1),
    ]);
    const sent = [
      await sentParcel(whole),
      await sentParcel(parts, { items: unitsOf(parts, 1) }),
      await sentParcel(parts),
    ];
    await undo(await sentParcel(none));
    await sentParcel(late);
    await sql`
      update parcels set sent_at = sent_at - interval '2 days' where id = any (${sent.slice(0, 3)})`;
    const orders = [whole, parts, late, none].map(({ id }) => ({ event: randomUUID(), order: id }));
    orders.push({ event: randomUUID(), order: 999_999_999 });
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const press = () => callAs<Outcome[]>(packer, 'staff_deliver_orders', orders, yesterday);
    const presses = await Promise.all(Array.from({ length: 4 }, press));
    for (const outcomes of presses) {
      expect(outcomes).toMatchObject([
        { order: whole.id, outcome: 'delivered', status: 'delivered' },
        { order: parts.id, outcome: 'delivered', status: 'delivered' },
        { order: late.id, outcome: 'before_sent', status: 'dispatched' },
        { order: none.id, outcome: 'nothing_on_the_way', status: 'processing' },
        { order: 999_999_999, outcome: 'unknown' },
      ]);
    }
    const mails = [...(await mailsOf(whole)), ...(await mailsOf(parts))];
    expect(mails.filter((mail) => mail.startsWith('delivered'))).toHaveLength(3);
  });

  test('cannot be delivered before its dispatch, in the future, or if unknown', async () => {
    const parcel = await sentParcel(await ordered(1));
    expect(await refusalOf(deliver(parcel, { at: '2020-01-01T00:00:00Z' }))).toMatchObject({
      code: 'PT400',
      reason: 'before_sent',
    });
    expect(await refusalOf(deliver(parcel, { at: '2999-01-01T00:00:00Z' }))).toMatchObject({
      reason: 'in_future',
    });
    expect(await refusalOf(deliver(999_999_999))).toMatchObject({ reason: 'parcel_unknown' });
  });

  test('keeps the batch it was sent with, by which search finds its order, and counts as packaging', async () => {
    const order = await ordered(1);
    await sql`update products set facts = facts || '{"batch": "A2611-04"}'`;
    await sentParcel(order);
    await sql`update products set facts = facts || '{"batch": "A2612-01"}'`;
    const search = async (text: string) =>
      sql`select o.id::int from checkouts_found(${text}) f join orders o using (checkout_id)`;
    expect(await search('A2611-04')).toEqual([{ id: order.id }]);
    expect(await search('A2612-01')).toEqual([]);
    await sql`update products set facts = facts - 'batch'`;
    await sql`insert into packaging_weights (paper_grams, plastic_grams) values (120, 8)`;
    const [sent] = await sql<{ parcels: number; paper: number; plastic: number }[]>`
      select parcels::int, paper_grams::int as paper, plastic_grams::int as plastic
      from packaging_sent(extract(year from uk_day(now()))::int) where country = 'GB'`;
    expect(sent?.paper).toBe((sent?.parcels ?? 0) * 120);
    expect(sent?.plastic).toBe((sent?.parcels ?? 0) * 8);
    expect(sent?.parcels).toBeGreaterThan(0);
  });

  test('gets another carrier or number, which search then finds; its e-mail is resent on request', async () => {
    const order = await ordered(1);
    const parcel = await sentParcel(order, { tracking_number: 'WRONG1' });
    const event = randomUUID();
    for (let press = 0; press < 2; press += 1) {
      expect(
        await callAs(packer, 'staff_correct_parcel', event, parcel, 'Evri', 'RIGHT1'),
      ).toMatchObject({
        carrier: 'Evri',
        tracking_number: 'RIGHT1',
        status: 'dispatched',
      });
    }
    expect(await eventsOf(order)).toEqual(['dispatched', 'parcel_corrected']);
    expect(await mailsOf(order)).toHaveLength(1);
    const [{ detail }] = await sql<[{ detail: object }]>`
      select detail from order_events where id = ${event}`;
    expect(detail).toEqual({
      parcel,
      carrier: 'Evri',
      carrier_before: 'Royal Mail',
      tracking_number: 'RIGHT1',
      tracking_number_before: 'WRONG1',
    });
    const told = randomUUID();
    await tellDispatched(order);
    for (let press = 0; press < 2; press += 1) {
      await callAs(packer, 'staff_correct_parcel', told, parcel, 'DPD', 'RIGHT1', true);
    }
    expect(await eventsOf(order)).toEqual([
      'dispatched',
      'parcel_corrected',
      'parcel_corrected',
      'mail_resent',
    ]);
    const [{ content }] = await sql<[{ content: object }]>`
      select mail_content(id) as content from mail_outbox
      where checkout_id = ${order.checkout} and kind = 'dispatched' and status = 'due'`;
    expect(content).toMatchObject({ corrected: true, carrier: 'DPD', tracking_number: 'RIGHT1' });
    const [{ found }] = await sql<[{ found: boolean }]>`
      select words @@ to_tsquery('simple', 'RIGHT1') and not words @@ to_tsquery('simple', 'WRONG1') as found
      from order_words where order_id = ${order.id}`;
    expect(found).toBe(true);
  });
});

const importing = (lines: Omit<Parcel, 'items'>[], check: boolean) =>
  callAs<Outcome[]>(packer, 'staff_take_tracking', lines, check);

async function take(lines: Omit<Parcel, 'items'>[], { check = false } = {}) {
  return (await importing(lines, check)).map(({ outcome }) => outcome);
}
function line(order: Order, tracking_number: string) {
  return { event: randomUUID(), order: order.id, carrier: 'Royal Mail', tracking_number };
}

describe('the tracking numbers of a file', () => {
  test('dispatch their orders, and are added to parcels dispatched without one', async () => {
    const [whole, bare, ambiguous, twice] = await Promise.all([
      ordered(1),
      ordered(1),
      ordered(2),
      ordered(2),
    ]);
    await sendOne(bare);
    await sendOne(ambiguous, { items: unitsOf(ambiguous, 1) });
    await sendOne(twice, { items: unitsOf(twice, 1) });
    await sendOne(twice);
    const lines = [
      line(whole, 'A1'),
      line(bare, 'A2'),
      line(ambiguous, 'A3'),
      line(twice, 'A4'),
      line({ ...whole, id: 999_999_999 }, 'A5'),
    ];
    const outcomes = ['dispatched', 'numbered', 'ambiguous', 'ambiguous', 'unknown'];
    await tellDispatched(bare);
    expect(await take([...lines, line(whole, 'A9')], { check: true })).toEqual([
      ...outcomes,
      'nothing_to_send',
    ]);
    expect(await parcelsOf(whole), 'checking sends nothing').toEqual([]);
    expect(await parcelsOf(bare)).toMatchObject([{ tracking_number: null }]);
    expect(await take(lines)).toEqual(outcomes);
    expect(await dispatchedMails(bare), 'the shopper is told the number').toEqual(['due']);
    expect(await parcelsOf(bare)).toMatchObject([{ tracking_number: 'A2' }]);
    const again = lines.map(({ order: id, tracking_number: number }) =>
      line({ ...whole, id }, number),
    );
    expect(await take(again)).toEqual(['known', 'known', 'ambiguous', 'ambiguous', 'unknown']);
    expect(await take([line(whole, 'A6')])).toEqual(['nothing_to_send']);
    expect(await mailsOf(whole)).toHaveLength(1);
    expect(await mailsOf(bare)).toHaveLength(1);
  });

  test('are refused when one is a duplicate', async () => {
    const [one, two] = [await ordered(1), await ordered(1)];
    expect(await refusalOf(take([line(one, 'B1'), line(two, 'B1')]))).toMatchObject({
      reason: 'number_twice',
    });
  });
});

const correctLabel = (order: Order, label: object | null, event: string = randomUUID()) =>
  callAs<object>(packer, 'staff_correct_label', event, order.id, label);
const home = { name: 'Ada', line1: '2 Low St', postcode: 'ab1 2cd', country: 'GB' };

async function labelOf({ id }: Order) {
  const [row] = await sql<[{ label: object | null; delivery: object }]>`
    select o.label, c.delivery from orders o join checkouts c on c.id = o.checkout_id where o.id = ${id}`;
  return row;
}

describe('a label', () => {
  test('gets another address, while the order keeps its own', async () => {
    const order = await ordered(1);
    const { delivery } = await labelOf(order);
    expect(await correctLabel(order, home)).toEqual(home);
    expect(await labelOf(order)).toEqual({ label: home, delivery });
    const event = randomUUID();
    expect(await correctLabel(order, null, event)).toEqual(delivery);
    await correctLabel(order, home);
    expect(await correctLabel(order, null, event), 'the same press again').toEqual(home);
    expect(await eventsOf(order)).toEqual([
      'label_corrected',
      'label_corrected',
      'label_corrected',
    ]);
  });

  test('cannot change to another country, or when nothing is left to dispatch', async () => {
    const order = await ordered(1);
    expect(await refusalOf(correctLabel(order, { ...home, country: 'FR' }))).toMatchObject({
      code: 'PT409',
      reason: 'other_country',
    });
    await sendOne(order);
    expect(await refusalOf(correctLabel(order, home))).toMatchObject({ reason: 'nothing_to_send' });
    expect(await labelOf(order)).toMatchObject({ label: null });
    expect(await eventsOf(order)).toEqual(['dispatched']);
  });
});

const note = (checkout: string, text: string, event: string = randomUUID()) =>
  callAs(packer, 'staff_note', event, checkout, text);

describe('a note', () => {
  test('is stored with its author, once per press', async () => {
    const order = await ordered(1);
    const event = randomUUID();
    await note(order.checkout, 'Rang the shopper:\nblue it is.', event);
    await note(order.checkout, 'Rang the shopper:\nblue it is.', event);
    const events = await sql`
      select e.actor, s.user_id, e.detail from order_events e join staff s on s.id = e.staff_id
      where e.checkout_id = ${order.checkout}`;
    expect([...events]).toEqual([
      { actor: 'staff', user_id: packer, detail: { text: 'Rang the shopper:\nblue it is.' } },
    ]);
  });

  test('has 1 to 2000 characters and refers to a paid checkout', async () => {
    const order = await ordered(1);
    for (const text of ['', ' \n ', 'x'.repeat(2001)]) {
      expect(await refusalOf(note(order.checkout, text))).toMatchObject({ reason: 'note_length' });
    }
    const { checkout_id } = await shop.open(await shop.newShopper(), [
      { sku: await shop.newSku(1), quantity: 1 },
    ]);
    for (const checkout of [checkout_id, randomUUID()]) {
      expect(await refusalOf(note(checkout, 'x'))).toMatchObject({ reason: 'order_unknown' });
    }
    const review = await shop.open(await shop.newShopper(), [
      { sku: await shop.newSku(1), quantity: 1 },
    ]);
    await shop.complete(review.checkout_id, { charged: 1 });
    await note(review.checkout_id, 'Asked the shopper.');
  });
});

const resend = (mail: string, event: string = randomUUID()) =>
  callAs<string>(packer, 'staff_resend_mail', event, mail);

async function mailOf({ checkout }: Order) {
  const [mail] = await sql<
    [{ id: string; status: string; attempts: number; provider_id: string | null }]
  >`
    select id, status, attempts, provider_id from mail_outbox where checkout_id = ${checkout} and kind = 'order'`;
  return mail;
}
async function become(status: 'sent' | 'parked', order: Order) {
  await sql`
    update mail_outbox set status = ${status}, attempts = 8, provider_id = 'p1', created_at = now() - interval '5 days',
      sent_at = case when ${status} = 'sent' then now() end
    where checkout_id = ${order.checkout} and kind = 'order'`;
  return (await mailOf(order)).id;
}

describe('an e-mail', () => {
  test.each(['sent', 'parked'] as const)(
    'that was %s is due once more, under a new id, for another three days',
    async (status) => {
      const order = await ordered(1);
      const mail = await become(status, order);
      const event = randomUUID();
      const ids = await Promise.all(Array.from({ length: 10 }, () => resend(mail, event)));
      expect(new Set(ids).size).toBe(1);
      expect(ids[0]).not.toBe(mail);
      expect(await mailOf(order)).toEqual({
        id: ids[0],
        status: 'due',
        attempts: 0,
        provider_id: null,
      });
      expect(await refusalOf(resend(mail))).toMatchObject({ reason: 'mail_unknown' });
      expect(await refusalOf(resend(ids[0] ?? ''))).toMatchObject({ reason: 'mail_due' });
      await sql`
        update mail_outbox set status = 'sent', sent_at = now() where status = 'due' and id <> ${ids[0] ?? ''}`;
      const [{ taken }] = await sql<[{ taken: { mails: { id: string }[] } }]>`
        select claim_mails(10, 120) as taken`;
      expect(taken).toMatchObject({ mails: [{ id: ids[0] }], parked: [] });
      const [{ detail }] = await sql<[{ detail: object }]>`
        select detail from order_events where id = ${event}`;
      expect(detail).toMatchObject({
        mail,
        kind: 'order',
        status,
        provider_id: 'p1',
        sent_again_as: ids[0],
      });
    },
  );

  test('about an account does not belong to an order, and none goes to an erased address', async () => {
    const shopper = await shop.newShopper();
    const [{ id }] = await sql<[{ id: string }]>`
      insert into mail_outbox (kind, user_id, status) values ('confirm_email', ${shopper}, 'parked') returning id`;
    expect(await refusalOf(resend(id))).toMatchObject({ reason: 'mail_unknown' });
    const order = await ordered(1);
    const mail = await become('sent', order);
    await sql`select close_account(user_id) from orders where id = ${order.id}`;
    await sql`
      update billing_infos set email = '' where id = (select billing_info_id from orders where id = ${order.id})`;
    expect(await refusalOf(resend(mail))).toMatchObject({ reason: 'address_erased' });
  });
});

/** Two orders of one shopper to one address, and the job that sends them in one parcel. */
async function twins(more: Partial<Parcel> = {}) {
  const shopper = await shop.newShopper();
  const [first, second] = [await orderedBy(shopper, 1), await orderedBy(shopper, 2)];
  const job = [parcelOf(first, more), parcelOf(second, { ...more, with: first.id })];
  return { first, second, job };
}

const sendApart = (order: Order, apart: boolean) =>
  callAs(packer, 'staff_send_apart', order.id, apart);

/** Parcels on the list to send that hold any of these orders. */
async function rowsOf(...orders: Order[]): Promise<number[][]> {
  const ids = orders.map(({ id }) => id);
  const rows = await sql<{ orders: number[] }[]>`
    select array_agg(order_id::int order by order_id) as orders from leaving_parcels() where order_id = any (${ids})
    group by parcel order by 1`;
  return rows.map((row) => row.orders);
}

/** E-mails about parcels of two orders: how many are sent for themselves, and the orders that one names. */
async function parcelMails({ first, second }: { first: Order; second: Order }, kind: string) {
  const [mails] = await sql`
    select count(*)::int as owed, count(*) filter (where status = 'joined')::int as joined,
           jsonb_path_query_array(jsonb_agg(mail_content(id)) filter (where status <> 'joined'),
             '$[*].others[*].order') as others
    from mail_outbox where kind = ${kind} and checkout_id in (${first.checkout}, ${second.checkout})`;
  return mails;
}

function sorted(...orders: Order[]): number[] {
  return orders.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** A job with new keys, as another press sends it. */
function pressedAnew(job: readonly Parcel[], more: Partial<Parcel> = {}): Parcel[] {
  return job.map((parcel) => Object.assign({}, parcel, { event: randomUUID() }, more));
}

describe('orders of one person to one address', () => {
  test('are one row and leave in one parcel, once, with one number and one e-mail', async () => {
    const { first, second, job } = await twins({ tracking_number: 'TW1' });
    expect(await rowsOf(first, second)).toEqual([sorted(first, second)]);
    const rival = pressedAnew(job);
    const presses = await Promise.all([send(job), send(rival), send(job)]);
    const outcomes = presses.map((press) => press.map(({ outcome }) => outcome).join());
    expect(outcomes.filter((one) => one === 'dispatched,dispatched').length).toBeOneOf([1, 2]);
    expect(new Set(outcomes)).toEqual(
      new Set(['dispatched,dispatched', 'nothing_to_send,nothing_to_send']),
    );
    expect(presses.flat().flatMap(({ also_on = [] }) => also_on)).toEqual([]);
    const [{ boxes }] = await sql<[{ boxes: number }]>`
      select count(distinct coalesce(joined_to, id))::int as boxes from parcels
      where order_id in (${first.id}, ${second.id}) and tracking_number = 'TW1'`;
    expect(boxes).toBe(1);
    expect(await parcelMails({ first, second }, 'dispatched')).toEqual({
      owed: 2,
      joined: 1,
      others: [second.id],
    });
  });

  test('are one parcel by one number alone, and not to two addresses', async () => {
    const { first, second } = await twins();
    const number = 'TW2';
    const given = [first, second].map((order) => parcelOf(order, { tracking_number: number }));
    await sendApart(second, true);
    expect(await refusalOf(send(given))).toMatchObject({ reason: 'number_twice' });
    await sendApart(second, false);
    expect(await send(given)).toMatchObject([
      { outcome: 'dispatched', with: [second.id] },
      { outcome: 'dispatched', with: [first.id] },
    ]);
    expect(await send(given), 'pressed again').toMatchObject([
      { outcome: 'dispatched' },
      { outcome: 'dispatched' },
    ]);
  });

  test('are split by one press, and joined by one', async () => {
    const shopper = await shop.newShopper();
    const orders = [
      await orderedBy(shopper, 1),
      await orderedBy(shopper, 1),
      await orderedBy(shopper, 1),
    ];
    const [one, ...rest] = orders;
    if (!one) throw new Error('no order');
    expect(await sendApart(one, true)).toEqual({ together: [], apart: sorted(...rest) });
    expect((await rowsOf(...orders)).map(({ length }) => length).toSorted()).toEqual([1, 2]);
    for (const order of rest) await sendApart(order, true);
    expect(await rowsOf(...orders)).toHaveLength(3);
    expect(await sendApart(one, false)).toEqual({ together: sorted(...rest), apart: [] });
    expect(await rowsOf(...orders)).toEqual([sorted(...orders)]);
    await sendApart(one, false);
    const histories = await Promise.all(orders.map(eventsOf));
    expect(histories, 'each change, in each order').toEqual([
      ['parcel_split', 'parcel_joined'],
      ['parcel_split', 'parcel_split', 'parcel_joined'],
      ['parcel_split', 'parcel_split', 'parcel_joined'],
    ]);
    await sendOne(one);
    expect(await refusalOf(sendApart(one, true))).toMatchObject({ reason: 'nothing_to_send' });
  });

  test.each<[string, (order: Order) => Promise<unknown>, object]>([
    [
      'cancelled',
      (order) => cancelUnits(order, 2),
      { outcome: 'stopped', stopped_by: 'cancelled' },
    ],
    ['disputed', dispute, { outcome: 'stopped', stopped_by: 'disputed' }],
    ['sent by a colleague', (order) => sendOne(order), { outcome: 'nothing_to_send' }],
    ['sent apart', (order) => sendApart(order, true), { outcome: 'stopped', stopped_by: 'apart' }],
    [
      'sent to another address',
      (order) => correctLabel(order, { name: 'Ada', line1: '2 Low Street', country: 'GB' }),
      { outcome: 'stopped', stopped_by: 'apart' },
    ],
    [
      'without its exchange',
      ({ id }) => sql`update orders set waits_for = 'return' where id = ${id}`,
      { outcome: 'stopped', stopped_by: 'waits' },
    ],
  ])('stay together while one is %s, and then leave without it', async (_name, change, refusal) => {
    const { first, second, job } = await twins();
    await change(second);
    const stopped_by =
      'stopped_by' in refusal && refusal.stopped_by === 'apart' ? 'apart' : 'other_stopped';
    expect(await send(job)).toMatchObject([{ outcome: 'stopped', stopped_by }, refusal]);
    expect(await parcelsOf(first)).toEqual([]);
    expect(await rowsOf(first)).toEqual([[first.id]]);
    expect(await sendOne(first)).toMatchObject({ outcome: 'dispatched' });
    await sql`update orders set waits_for = null where id = ${second.id}`;
  });

  test('arrive, are corrected and are taken back together, each with one e-mail', async () => {
    const { first, second, job } = await twins();
    const [, sent] = await send(job);
    const parcel = sent?.parcel ?? 0;
    expect(
      await callAs(packer, 'staff_correct_parcel', randomUUID(), parcel, 'Evri', 'TW3', true),
    ).toMatchObject({ tracking_number: 'TW3' });
    for (const order of [first, second])
      expect(await parcelsOf(order)).toMatchObject([{ carrier: 'Evri', tracking_number: 'TW3' }]);
    await undo(parcel);
    expect(await rowsOf(first, second)).toEqual([sorted(first, second)]);
    expect(await parcelMails({ first, second }, 'dispatched')).toMatchObject({ owed: 0 });

    const again = pressedAnew(job);
    const [{ parcel: left = 0 } = {}] = await send(again);
    await tellDispatched(first);
    await undo(left ?? 0);
    expect(await parcelMails({ first, second }, 'dispatch_undone')).toMatchObject({
      owed: 2,
      joined: 1,
    });
    expect(await send(again)).toMatchObject([{ outcome: 'taken_back' }, { outcome: 'taken_back' }]);

    await send(pressedAnew(job));
    const given = [
      { event: randomUUID(), order: second.id },
      { event: randomUUID(), order: first.id },
    ];
    for (const orders of [given.slice(0, 1), given]) {
      const [told] = await callAs<Outcome[]>(packer, 'staff_deliver_orders', orders);
      expect(told?.outcome).toBe('delivered');
    }
    expect(await parcelMails({ first, second }, 'delivered')).toEqual({
      owed: 2,
      joined: 1,
      others: [first.id],
    });
  });

  test('take one line of a file of numbers, which says what stays', async () => {
    const { first, second, job } = await twins();
    const lines = pressedAnew(job, { tracking_number: 'TW4' });
    expect(await importing(lines.slice(0, 1), true)).toMatchObject([{ stays: [second.id] }]);
    expect(await importing(lines, true)).toMatchObject([
      { outcome: 'dispatched', with: [second.id], stays: [] },
      { outcome: 'dispatched', with: [first.id], stays: [] },
    ]);
    await send(job);
    expect(await importing(lines, false)).toMatchObject([
      { outcome: 'numbered' },
      { outcome: 'known' },
    ]);
    expect(await importing(lines, false)).toMatchObject([
      { outcome: 'known' },
      { outcome: 'known' },
    ]);
  });
});
