import { PDFDocument } from '@cantoo/pdf-lib';
import { parse } from 'csv-parse/sync';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import labelSweep from '#handlers/jobs/label-sweep.ts';
import { buyLabels, getLabels, quoteLabels } from '#domain/contracts/staff-labels.ts';
import { londonTime } from '#domain/basics/london-clock.ts';
import { ExportAnswer } from '#domain/contracts/staff-exports.ts';
import { FiguresAnswer } from '#domain/contracts/staff-figures.ts';
import { StaffOrder } from '#domain/contracts/staff-orders.ts';
import { CarrierAway, type Parcel } from '#server/carriers/carrier.ts';
import { carrierOf } from '#server/carriers/carriers.ts';
import { linkToken } from '#server/mail/link-token.ts';
import { labelCarriers } from '#domain/enums.ts';
import { carrierTestKeys } from '#harness/test-keys.ts';
import { call } from '../support/call.ts';
import { chooseCarrier, makeSendable } from '../support/label-scenarios.ts';
import { openBackend } from '../support/open-backend.ts';
import { newStaff } from '../support/staff.ts';

/** The part of an order's page with its returns. */
const Followed = z.object({
  order: z.object({
    has_return_labels: z.boolean(),
    returns: z.array(
      z.object({
        id: z.int(),
        label: z
          .object({
            paper: z.string().nullable(),
            code: z.string().nullable(),
            carrier: z.string(),
            under_way: z.boolean(),
          })
          .nullable(),
      }),
    ),
  }),
});

const { backend, shop } = await openBackend();
const { carrier, origin } = backend;
const { sql } = backend.database;
const packer = await newStaff(backend, 'packer');
const manager = await newStaff(backend, 'manager');
beforeAll(() => chooseCarrier(backend));

/** Paid orders of one piece each, of one shopper, to an address with that postcode. */
async function ordered(count: number, { postcode = 'LS1 1AA', by = '' } = {}) {
  const orders: number[] = [];
  for (let left = count; left > 0; left -= 1) {
    const shopper = by || (await shop.newShopper());
    const { checkout_id } = await shop.open(shopper, [{ sku: await shop.newSku(9), quantity: 1 }]);
    orders.push((await shop.complete(checkout_id)).order_id ?? 0);
  }
  await makeSendable(backend, orders, postcode);
  return orders;
}

async function quoted(orders: number[], by = packer) {
  const { body } = await by.post('/api/staff/labels/quote', { orders });
  return quoteLabels.answer.parse(body).parcels;
}

async function bought(orders: number[]) {
  const labels = (await quoted(orders)).map(({ label }) => label ?? '');
  const { body } = await packer.post('/api/staff/labels/buy', { labels });
  return buyLabels.answer.parse(body).labels;
}

async function get(path: string, { token } = packer) {
  return (await call(origin + path, { token })).body;
}

async function inHand(orders: number[]) {
  return getLabels.answer.parse(await get(`/api/staff/labels?orders=${orders.join(',')}`)).labels;
}

async function dispatched(orders: number[], number: string | null) {
  const parcels = orders.map((order) => ({
    event: randomUUID(),
    order,
    carrier: 'Royal Mail',
    tracking_number: number,
    ...(order !== orders[0] && { with: orders[0] }),
  }));
  await packer.post('/api/staff/dispatch', { parcels });
}

async function cancelled(order = 0) {
  const all = { event: randomUUID(), order, items: null, reason: 'other', restock: true };
  expect(await manager.post('/api/staff/cancel', all)).toMatchObject({ status: 200 });
}

describe('buying', () => {
  test('a refused address is shown at its order, and nothing is bought', async () => {
    const [good = 0] = await ordered(1);
    const [bad = 0] = await ordered(1, { postcode: 'ZZ1 1ZZ' });
    expect(await quoted([bad, good], manager)).toMatchObject([
      { orders: [bad], label: null, refused: 'The postcode was not found.' },
      { orders: [good], service: 'Tracked 48', pence: 335, refused: null },
    ]);
    const known = await sql`select state::text from labels where order_id in (${bad}, ${good})`;
    expect([...known]).toEqual([{ state: 'quoted' }]);
  });

  test('a product without a weight is refused before the carrier is asked', async () => {
    const [order = 0] = await ordered(1);
    await sql`update products set facts = facts - 'weight_grams'
      where id in (select product_id from order_items where order_id = ${order})`;
    expect(await quoted([order])).toMatchObject([
      { refused: 'The weight of a product is unknown.' },
    ]);
  });

  test('without a chosen carrier, staff learn who chooses it, and lists offer no labels', async () => {
    const list = '/api/staff/orders?list=to_send';
    await sql`update label_settings set carrier = null`;
    expect(await get(list)).toMatchObject({ sells_labels: false });
    const reply = await packer.post('/api/staff/labels/quote', { orders: await ordered(1) });
    await chooseCarrier(backend);
    expect(await get(list)).toMatchObject({ sells_labels: true });
    expect(reply).toMatchObject({ status: 409, body: { reason: 'no_carrier' } });
  });

  test('orders that leave in one parcel get one label, which sends all of them', async () => {
    const by = await shop.newShopper();
    const orders = (await ordered(2, { by })).toSorted();
    const labels = await bought(orders);
    expect(labels).toMatchObject([{ orders, state: 'bought', pence: null, carrier: 'Royal Mail' }]);
    expect(await quoted(orders)).toEqual([]);
    await dispatched(orders, labels[0]?.tracking_number ?? '');
    expect(await inHand(orders)).toEqual([]);
    const page = await get(`/api/staff/order?order=${orders[1]}`, manager);
    expect(StaffOrder.parse(page).labels).toMatchObject([{ pence: 335, used: true }]);
  });

  test('two people who press at once buy one label for a parcel', async () => {
    const orders = await ordered(1);
    const [one] = await quoted(orders);
    const both = { labels: [one?.label] };
    const presses = await Promise.all(
      [packer, manager].map(({ post }) => post('/api/staff/labels/buy', both)),
    );
    expect(presses).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(await inHand(orders)).toMatchObject([{ state: 'bought' }]);
    await sql`insert into labels (order_id, orders, contents, carrier, quote, service, posted_with, tracker, pence)
      select order_id, orders, contents, carrier, quote, service, posted_with, tracker, pence from labels
      where id = ${one?.label ?? ''}`;
    const [{ id: second }] = await sql<[{ id: string }]>`
      select id from labels where order_id = ${orders[0] ?? 0} and state = 'quoted'`;
    const { body } = await packer.post('/api/staff/labels/buy', { labels: [second] });
    expect(body).toMatchObject({ labels: [{ state: 'quoted', refusal: 'has_label' }] });
  });

  test('a quote of an address that was corrected since is not bought, a label of one is marked', async () => {
    const [stale = 0, sold = 0] = await ordered(2);
    const [quote] = await quoted([stale]);
    await bought([sold]);
    const label = { name: 'Ada', line1: '2 Low Street', town: 'Leeds', country: 'GB' };
    for (const order of [stale, sold]) {
      await packer.post('/api/staff/label', { event: randomUUID(), order, label });
    }
    const { body } = await packer.post('/api/staff/labels/buy', { labels: [quote?.label] });
    expect(body).toMatchObject({ labels: [{ state: 'quoted', refusal: 'changed' }] });
    expect(await inHand([sold])).toMatchObject([{ changed: true }]);
  });

  test('a purchase that the carrier refuses can be made again', async () => {
    const [order = 0] = await ordered(1);
    await carrier.fail({ path: '/transactions', method: 'POST', status: 400 });
    expect(await bought([order])).toMatchObject([
      { state: 'refused', problem: 'Simulated failure.' },
    ]);
    expect(await bought([order])).toMatchObject([{ state: 'bought' }]);
  });

  test('an order cancelled before the carrier was reached gets no label', async () => {
    const [order = 0] = await ordered(1);
    const [quote] = await quoted([order]);
    await carrier.fail({ path: '/transactions', method: 'POST', status: 503 });
    await packer.post('/api/staff/labels/buy', { labels: [quote?.label] });
    await cancelled(order);
    await sql`update labels set due_at = now() where id = ${quote?.label ?? ''}`;
    await labelSweep();
    const [row] =
      await sql`select state::text, problem from labels where id = ${quote?.label ?? ''}`;
    expect(row).toEqual({ state: 'refused', problem: 'The order has changed.' });
  });

  test('the label of a parcel is voided by itself, once, when all its orders are cancelled', async () => {
    const orders = await ordered(2, { by: await shop.newShopper() });
    const [label] = await bought(orders);
    await cancelled(orders[0]);
    expect(await inHand(orders)).toMatchObject([{ state: 'bought', changed: true }]);
    const pressed = packer.post('/api/staff/labels/void', { label: label?.id });
    await Promise.all([cancelled(orders[1]), pressed]);
    await labelSweep();
    const events = await sql`
      select e.actor::text, count(*)::int from order_events e join orders o using (checkout_id)
      where e.kind = 'label_voided' and o.id = any (${orders}) group by 1`;
    expect([...events]).toEqual([{ actor: 'staff', count: 2 }]);
  });

  test('a shopper who cancels while the label is being bought has it voided', async () => {
    const [order = 0] = await ordered(1);
    const [quote] = await quoted([order]);
    const id = quote?.label ?? '';
    await sql`update labels set state = 'wanted', staff_id = (select min(id) from staff), wanted_at = now()
      where id = ${id}`;
    await sql`select cancel_items(${randomUUID()}, ${order}, null, 'shopper', null, 'shopper', true)`;
    await sql`select settle_label(${id}, 'bought', 'purchase', 'QQ123456785GB')`;
    const [row] = await sql`select state::text, staff_id from labels where id = ${id}`;
    expect(row).toEqual({ state: 'void_wanted', staff_id: null });
    await sql`select settle_label(${id}, 'bought', null, null, 'The carrier refuses.')`;
    expect(await inHand([order])).toMatchObject([
      { state: 'bought', problem: 'The carrier refuses.' },
    ]);
    await sql`select void_unneeded_labels(array[${order}::bigint], null), settle_label(${id}, 'voided')`;
    const events =
      await sql`select actor::text, staff_id from order_events where kind = 'label_voided'
      and checkout_id = (select checkout_id from orders where id = ${order})`;
    expect([...events]).toEqual([{ actor: 'shop', staff_id: null }]);
  });

  test('a label that may have left under a typed number is not voided by itself', async () => {
    const orders = await ordered(2, { by: await shop.newShopper() });
    await bought(orders);
    await dispatched(orders.slice(0, 1), null);
    await cancelled(orders[1]);
    expect(await inHand(orders)).toMatchObject([{ state: 'bought' }]);
  });

  test('several labels are printed as one PDF, in their order', async () => {
    const labels = await bought(await ordered(3));
    const ids = labels.map(({ id }) => id).join(',');
    const { base64 } = z
      .object({ base64: z.string() })
      .parse(await get(`/api/staff-papers/labels?labels=${ids}`));
    expect((await PDFDocument.load(Buffer.from(base64, 'base64'))).getPageCount()).toBe(3);
    await carrier.fail({ path: '/transactions', status: 503 });
    expect(await get(`/api/staff-papers/labels?labels=${ids}`)).toMatchObject({
      reason: 'carrier_away',
    });
  });

  test('figures, accounts and activity log show what a label costs until it is voided', async () => {
    const costOf = async (order: number) => {
      const figures = FiguresAnswer.parse(await get('/api/staff/figures?period=day', manager));
      const { day } = londonTime(Date.now());
      const file = await get(`/api/staff/export?kind=accounts&from=${day}&to=${day}`, manager);
      const rows: string[][] = parse(ExportAnswer.parse(file).text, { bom: true });
      const own = rows.find((row) => row[1] === String(order));
      return { figures: figures.now.labels_pence, accounts: own?.at(-1) };
    };
    const [order = 0] = await ordered(1);
    const before = await costOf(order);
    const [label] = await bought([order]);
    expect(await costOf(order)).toEqual({ figures: before.figures + 335, accounts: '3.35' });
    const log = await get(`/api/staff/activity?area=orders&q=${order}`, manager);
    expect(JSON.stringify(log)).toContain(`${label?.tracking_number}, £3.35`);
    await packer.post('/api/staff/labels/void', { label: label?.id });
    expect(await costOf(order)).toEqual({ figures: before.figures, accounts: '0' });
  });

  test('a label with which a parcel has left cannot be voided', async () => {
    const orders = await ordered(1);
    const [label] = await bought(orders);
    await dispatched(orders, label?.tracking_number ?? '');
    const reply = await packer.post('/api/staff/labels/void', { label: label?.id });
    expect(reply).toMatchObject({ status: 409, body: { reason: 'label_used' } });
  });
});

describe.each(labelCarriers)('the contract of carriers: %s', (name) => {
  async function priced(postcode = 'LS1 1AA') {
    const orders = await ordered(1, { postcode });
    const [{ parcel }] = await sql<[{ parcel: Parcel }]>`
      select to_jsonb(p) as parcel from parcels_to_label(${orders}) p`;
    const adapter = await carrierOf(name);
    const quote = await adapter.quote(parcel);
    const order = { reference: randomUUID(), quote: 'quote' in quote ? quote.quote : '' };
    return { parcel, adapter, quote, order };
  }

  test('a label is found again under its reference, printed, and voided once', async () => {
    const { parcel, adapter, quote, order } = await priced();
    expect(quote).toMatchObject({ posted_with: 'Royal Mail' });
    expect(await adapter.find(order)).toBeNull();
    const sold = await adapter.buy(order, parcel);
    expect(sold).toMatchObject({ tracking_number: expect.stringMatching(/^QQ\d{9}GB$/) });
    expect(await adapter.find(order)).toEqual(sold);
    const purchase = typeof sold === 'object' && 'purchase' in sold ? sold.purchase : '';
    expect((await PDFDocument.load(await adapter.paper(purchase))).getPageCount()).toBe(1);
    expect(await adapter.giveBack(purchase)).toBe('voided');
    expect(await adapter.giveBack(purchase)).toBe('voided');
  });

  test('an address that does not exist is refused in words, and no answer is told from a refusal', async () => {
    const { parcel, adapter, quote, order } = await priced('ZZ1 1ZZ');
    const refusal = 'refused' in quote ? quote : await adapter.buy(order, parcel);
    expect(refusal).toEqual({ refused: 'The postcode was not found.' });
    const path = name === 'shippo' ? '/transactions' : '/royal-mail';
    for (const status of [null, 500, 429, 401]) {
      await carrier.fail({ path, status });
      await expect(adapter.find(order)).rejects.toThrow(CarrierAway);
    }
  });
});

/** Asks for a return of a sent order, by the link in its e-mails, while the settings provide labels for some returns. */
async function askedBack(uses: string, { postcode = 'LS1 1AA', kind = 'return' } = {}) {
  const [order = 0] = await ordered(1, { postcode });
  await dispatched([order], null);
  await sql`update label_settings set return_labels = ${uses}::return_label_use`;
  const [{ checkout, variant_id }] = await sql<[{ checkout: string; variant_id: number }]>`
    select checkout_id as checkout, variant_id::int
    from orders join order_items on order_id = orders.id where orders.id = ${order}`;
  const token = linkToken('order', checkout);
  const follow = async (json: object) => {
    const { status, body } = await call(`${origin}/api/order-link`, { json: { token, ...json } });
    expect({ status, body }).toMatchObject({ status: 200 });
    const { has_return_labels: isOffered, returns } = Followed.parse(body).order;
    return returns[0] && { ...returns[0], isOffered };
  };
  const asked = {
    do: 'ask',
    event: randomUUID(),
    kind,
    items: [{ variant_id, quantity: 1 }],
    reason: 'A hole',
  };
  const back = await follow(asked);
  await sql`update label_settings set return_labels = 'never'`;
  const labelNow = async () => {
    const [row] =
      await sql`select state::text, scan::text from labels where return_id = ${back?.id ?? 0}`;
    return row;
  };
  return { order, checkout, back, follow, labelNow, variant: variant_id };
}

describe('returns', () => {
  test('the order’s page and the e-mail have the label and its QR code, and the return shows where it is', async () => {
    const { order, checkout, back, follow, labelNow } = await askedBack('always');
    expect(back).toMatchObject({
      isOffered: true,
      label: { carrier: 'Royal Mail', under_way: false },
    });
    const paper = await fetch(origin + (back?.label?.paper ?? ''));
    expect(new TextDecoder().decode(await paper.arrayBuffer())).toContain('%PDF');
    const code = await fetch(origin + (back?.label?.code ?? ''), { redirect: 'manual' });
    expect(code.headers.get('location')).toContain('?code');
    const stolen = `${origin}/api/return-label?token=${linkToken('order', checkout)}`;
    expect((await fetch(stolen)).status).toBe(400);
    const [mail] = await sql`
      select order_mail_content(m) #>> '{label,state}' as label from mail_outbox m
      where kind = 'return_asked' and subject = ${String(back?.id)}`;
    expect(mail).toEqual({ label: 'bought' });
    const { returns } = StaffOrder.parse(await get(`/api/staff/order?order=${order}`, manager));
    expect(returns).toMatchObject([{ labels: [{ state: 'bought', pence: 335, used: false }] }]);
    const number = returns[0]?.labels[0]?.tracking_number ?? '';
    await carrier.advanceClock(20);
    expect(await scanned(number)).toMatchObject({ status: 200 });
    const shown = { do: 'show' };
    expect(await follow(shown)).toMatchObject({ label: { under_way: true } });
    await follow({ do: 'call_off', event: randomUUID(), return: back?.id });
    expect(await labelNow()).toEqual({ state: 'bought', scan: 'on_the_way' });
  });

  test.each(['called off', 'received by other post'])(
    'a label that is not used is voided when its return is %s',
    async (end) => {
      const { back, follow, labelNow, variant } = await askedBack('faults', { kind: 'fault' });
      expect(back).toMatchObject({ isOffered: false });
      expect(await labelNow()).toEqual({ state: 'bought', scan: null });
      const event = randomUUID();
      const items = [{ variant_id: variant, restocked: 1, written_off: 0 }];
      if (end === 'called off') await follow({ do: 'call_off', event, return: back?.id });
      else await manager.post('/api/staff/return/receive', { event, return: back?.id, items });
      await labelSweep();
      expect(await labelNow()).toEqual({ state: 'voided', scan: null });
    },
  );

  test('a return that gets no label is posted by the shopper', async () => {
    const refused = await askedBack('always', { postcode: 'ZZ1 1ZZ' });
    expect(refused.back?.label).toBeNull();
    expect(await refused.labelNow()).toEqual({ state: 'refused', scan: null });
    const other = await askedBack('faults');
    expect([other.back?.label, await other.labelNow()]).toEqual([null, undefined]);
  });
});

async function onTheWay() {
  const [order = 0] = await ordered(1);
  const [label] = await bought([order]);
  const number = label?.tracking_number ?? '';
  await dispatched([order], number);
  // Dispatched when it was sold, by the carrier's clock.
  await sql`update parcels set sent_at = sent_at - interval '3 days' where order_id = ${order}`;
  await sql`update labels set wanted_at = wanted_at - interval '3 days' where order_id = ${order}`;
  return { order, number };
}
const scanned = (number: string, token: string = carrierTestKeys.webhookToken) =>
  call(`${origin}/api/shippo/webhook?token=${token}`, {
    json: { event: 'track_updated', data: { tracking_number: number } },
  });
async function stateOf(order: number) {
  const [row] = await sql`
    select l.scan::text, p.delivered_at <= now() as delivered, (
        select count(*)::int from order_events e
        where e.checkout_id = o.checkout_id and e.kind = 'delivered' and e.actor = 'shop') as events
    from labels l join orders o on o.id = l.order_id join parcels p on p.order_id = o.id
    where o.id = ${order}`;
  return row;
}
const arrived = { scan: 'delivered', delivered: true, events: 1 };

describe('tracking', () => {
  test('the carrier’s word delivers a parcel once, however often it is told', async () => {
    const { order, number } = await onTheWay();
    expect(await scanned(number)).toMatchObject({ status: 200 });
    expect(await stateOf(order)).toEqual({ scan: 'announced', delivered: null, events: 0 });
    await carrier.advanceClock(48);
    await Promise.all([scanned(number), scanned(number), labelSweep()]);
    expect(await stateOf(order)).toEqual(arrived);
  });

  test('an older scan that comes late changes nothing', async () => {
    const { order } = await onTheWay();
    const [{ id }] = await sql<[{ id: string }]>`select id from labels where order_id = ${order}`;
    const day = 24 * 60 * 60 * 1000;
    const told = [
      ['on_the_way', -1],
      ['announced', -2],
      ['delivered', -0.5],
      ['on_the_way', -0.2],
    ] as const;
    for (const [scan, days] of told) {
      await sql`select record_scan(${id}, ${scan}, ${new Date(Date.now() + days * day)})`;
    }
    expect(await stateOf(order)).toEqual(arrived);
  });

  test('the sweep asks about parcels whose webhook never came', async () => {
    const { order } = await onTheWay();
    const underway = await sql`select from labels_to_track(100)`;
    for (const _ of underway) await carrier.fail({ path: '/tracks', status: 503 });
    await carrier.advanceClock(48);
    expect(await stateOf(order)).toEqual({ scan: null, delivered: null, events: 0 });
    await labelSweep();
    expect(await stateOf(order), 'too soon to ask again').toMatchObject({ delivered: null });
    await sql`update labels set tracked_at = now() - interval '4 hours' where order_id = ${order}`;
    await labelSweep();
    expect(await stateOf(order)).toEqual(arrived);
  });

  test('the webhook refuses a call without the shop’s token, and believes nothing that it says', async () => {
    const { order, number } = await onTheWay();
    expect(await scanned(number, 'guess')).toMatchObject({ status: 400 });
    const json = {
      event: 'track_updated',
      data: { tracking_number: number, tracking_status: { status: 'DELIVERED' } },
    };
    await call(`${origin}/api/shippo/webhook?token=${carrierTestKeys.webhookToken}`, { json });
    expect(await stateOf(order)).toEqual({ scan: 'announced', delivered: null, events: 0 });
  });

  test('an arrival that staff have recorded stays', async () => {
    const { order, number } = await onTheWay();
    await packer.post('/api/staff/deliver', { orders: [{ event: randomUUID(), order }] });
    const before = await sql`select delivered_at from parcels where order_id = ${order}`;
    await carrier.advanceClock(48);
    expect(await scanned(number)).toMatchObject({ status: 200 });
    expect(await sql`select delivered_at from parcels where order_id = ${order}`).toEqual(before);
  });
});
