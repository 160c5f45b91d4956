import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { DispatchAnswer } from '#domain/contracts/staff-dispatch.ts';
import { ExportAnswer, TrackingAnswer } from '#domain/contracts/staff-exports.ts';
import { call } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import { newStaff } from '../support/staff.ts';

const { backend, shop } = await openBackend();
const packer = await newStaff(backend, 'packer');
const manager = await newStaff(backend, 'manager');

/** A paid order of `quantity` units of a new colour. */
async function ordered(quantity = 1) {
  const sku = await shop.newSku(10);
  const shopper = await shop.newShopper();
  const { checkout_id: checkout } = await shop.open(shopper, [{ sku, quantity }]);
  const { order_id } = await shop.complete(checkout);
  return { id: order_id ?? 0, checkout, sku, shopper };
}
type Ordered = Awaited<ReturnType<typeof ordered>>;

function parcelOf({ id }: Ordered, more: object = {}) {
  return { event: randomUUID(), order: id, carrier: 'royal mail', ...more };
}

async function dispatch(...parcels: object[]) {
  const { status, body } = await packer.post('/api/staff/dispatch', { parcels });
  expect({ status, body }).toMatchObject({ status: 200 });
  return DispatchAnswer.parse(body).parcels;
}

describe('a job', () => {
  test('dispatches each order, with its carrier and number in their usual form', async () => {
    const [one, two] = [await ordered(), await ordered(2)];
    const parcels = [
      parcelOf(one, { tracking_number: 'qq 1234 5678 5gb' }),
      parcelOf(two, { items: [{ variant_id: two.sku.variant_id, quantity: 1 }] }),
    ];
    expect(await dispatch(...parcels)).toMatchObject([
      { order: one.id, outcome: 'dispatched', status: 'dispatched' },
      { order: two.id, outcome: 'dispatched', status: 'part_dispatched', units_to_send: 1 },
    ]);
    const [parcel] = await shop.sql`
      select carrier, tracking_number from parcels where order_id = ${one.id}`;
    expect(parcel).toEqual({ carrier: 'Royal Mail', tracking_number: 'QQ123456785GB' });
  });

  test('with a duplicate tracking number is refused, naming both orders', async () => {
    const [one, two] = [await ordered(), await ordered()];
    const reply = await packer.post('/api/staff/dispatch', {
      parcels: [
        parcelOf(one, { tracking_number: 'AB 1' }),
        parcelOf(two, { tracking_number: 'ab1' }),
      ],
    });
    expect(reply).toMatchObject({
      status: 400,
      body: {
        detail: `Orders ${one.id} and ${two.id} have the same tracking number, AB1. Nothing was sent.`,
        reason: 'number_twice',
      },
    });
  });

  test.each([
    ['no parcel', []],
    ['a number that is none', [{ tracking_number: 'a/b' }]],
    ['a carrier without a name', [{ carrier: ' ' }]],
    ['an empty parcel', [{ items: [] }]],
    ['a parcel of nothing', [{ items: [{ variant_id: 1, quantity: 0 }] }]],
    ['no action', [{ event: 'x' }]],
    ['a hundred and one', Array.from({ length: 101 }, () => ({}))],
  ])('is refused before any work with %s', async (_name, parcels) => {
    const order = await ordered();
    const { status, body } = await packer.post('/api/staff/dispatch', {
      parcels: parcels.map((more) => parcelOf(order, more)),
    });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { parcels: [expect.any(String)] },
    });
  });
});

const change = (act: string, parcel: number | null | undefined, more: object = {}) =>
  packer.post(`/api/staff/parcel/${act}`, { event: randomUUID(), parcel, ...more });

describe('a parcel', () => {
  test('gets another tracking number, or none', async () => {
    const [sent] = await dispatch(parcelOf(await ordered(), { tracking_number: 'WRONG' }));
    const carrier = 'A man with a van';
    for (const [typed, kept] of [
      [' r1 ', 'R1'],
      ['', null],
    ]) {
      expect(
        await change('correct', sent?.parcel, { carrier, tracking_number: typed }),
      ).toMatchObject({ status: 200, body: { carrier, tracking_number: kept } });
    }
  });
});

describe('a note', () => {
  test('is stored as written, and refused when empty or too long', async () => {
    const { checkout } = await ordered();
    const note = { event: randomUUID(), checkout, text: 'Rang twice.\nAway until Monday.' };
    expect(await packer.post('/api/staff/note', note)).toMatchObject({ status: 200 });
    for (const text of ['', 'x'.repeat(2001), '\u202E\u0000', 7]) {
      const { status, body } = await packer.post('/api/staff/note', { ...note, text });
      expect({ status, body }).toMatchObject({ status: 400, body: { text: [expect.any(String)] } });
    }
    const events = await shop.sql`select detail from order_events where checkout_id = ${checkout}`;
    expect([...events]).toEqual([{ detail: { text: note.text } }]);
  });
});

async function exported(query: string, token = packer.token) {
  return call(`${backend.origin}/api/staff/export?${query}`, { token });
}

function rowsOf(body: unknown): Record<string, string>[] {
  return parse(ExportAnswer.parse(body).text, { bom: true, columns: true });
}

describe('a spreadsheet', () => {
  test('for labels and customs contains the units still to be dispatched, in the order requested', async () => {
    const [one, two, gone] = [await ordered(2), await ordered(3), await ordered()];
    await dispatch(
      parcelOf(gone),
      parcelOf(two, { items: [{ variant_id: two.sku.variant_id, quantity: 1 }] }),
    );
    await shop.sql`
      update products set facts = facts || '{"weight_grams": 95}', hs_code = '65050090', origin_country = 'PT', name = '=cmd|x'
      where id = ${two.sku.product_id}`;
    // The payment page asked for this address, but not for a phone number.
    await shop.sql`update checkouts set delivery = delivery - 'phone' where id = ${two.checkout}`;
    const orders = [two.id, gone.id, one.id, two.id, 999_999].join(',');
    const labels = await exported(`kind=click-and-drop&orders=${orders}`);
    expect(labels.headers.get('cache-control')).toBe('no-store');
    expect(ExportAnswer.parse(labels.body).name).toMatch(/^click-and-drop-\d{4}-\d\d-\d\d\.csv$/);
    expect(rowsOf(labels.body)).toMatchObject([
      {
        'Order reference': String(two.id),
        Quantity: '2',
        Weight: '0.190',
        // The number from the shopper's billing form.
        Phone: '07700',
        'Customs code': '65050090',
      },
      { 'Order reference': String(one.id), Quantity: '2', Weight: '' },
    ]);
    await exported(`kind=click-and-drop&orders=${orders}`);
    const { body: log } = await call(`${backend.origin}/api/staff/activity?area=downloads`, {
      token: manager.token,
    });
    // Twice within a minute counts as one.
    expect(log).toMatchObject({
      rows: [{ by: 'Percy', what: 'click-and-drop', words: '5 orders' }],
    });
    // Orders use the names at the time of sale, not the current ones.
    expect(rowsOf(labels.body)[0]?.['Product name']).toBe('A hat, Ink');
    expect(rowsOf((await exported(`kind=customs&orders=${orders}`)).body)).toEqual([]);
    await shop.sql`update checkouts set delivery = delivery || '{"country": "US"}' where id = ${two.checkout}`;
    expect(rowsOf((await exported(`kind=customs&orders=${orders}`)).body)).toMatchObject([
      {
        Order: String(two.id),
        Destination: 'United States',
        Quantity: '2',
        'Value (GBP)': '49.00',
      },
    ]);
    await shop.sql`
      update checkouts set delivery = delivery || '{"country": "GB"}' where id = ${two.checkout}`;
  });

  test('for the accounts contains each payment with its refunds, and is for managers only', async () => {
    const order = await ordered(2);
    await shop.refund(order.checkout, `re_${order.id}`, { pence: 1000 });
    const [{ today }] = await shop.sql<[{ today: string }]>`select uk_day(now())::text as today`;
    const query = `kind=accounts&from=${today}&to=${today}`;
    expect(await exported(query)).toMatchObject({ status: 403, body: { reason: 'role_too_low' } });
    const rows = rowsOf((await exported(query, manager.token)).body);
    expect(rows.find((row) => row['Order'] === String(order.id))).toMatchObject({
      'Paid on': today,
      Goods: '49',
      Tax: '2.94',
      Delivery: '0',
      Gross: '51.94',
      Refunded: '10',
      Refunds: `${today}: 10.00`,
      Net: '41.94',
    });
    const yesterday = await exported('kind=accounts&from=2020-01-01&to=2020-12-31', manager.token);
    expect(rowsOf(yesterday.body)).toEqual([]);
  });

  test.each([
    'kind=everything',
    'kind=customs',
    'kind=customs&orders=x',
    'kind=customs&orders=1,,2',
    `kind=customs&orders=${Array.from({ length: 501 }, (_, place) => place + 1).join(',')}`,
    'kind=accounts&from=2026-01-02&to=2026-01-01',
    'kind=accounts&from=2020-01-01&to=2026-01-01',
    'kind=accounts&from=yesterday&to=2026-01-01',
  ])('is refused for %s', async (query) => {
    expect((await exported(query, manager.token)).status).toBe(400);
  });
});

function sendFile(text: string) {
  return packer.post('/api/staff/tracking', { event: randomUUID(), text });
}

describe('tracking numbers by file', () => {
  test('dispatch their orders, with an outcome per line, and do nothing when sent again', async () => {
    const [one, two] = [await ordered(), await ordered()];
    const text = [
      'Order reference,Tracking number',
      `${one.id},QQ 1234 5678 5GB`,
      `${one.id},QQ123456785GB`,
      `${two.id},QQ123456784GB`,
      '999999,AB1',
      'x,AB2',
    ].join('\r\n');
    const file = { event: randomUUID(), text, mistyped: true };
    const { status, body } = await packer.post('/api/staff/tracking', file);
    expect(status).toBe(200);
    expect(TrackingAnswer.parse(body).lines).toMatchObject([
      { line: 2, order: one.id, outcome: 'dispatched', warning: null },
      { line: 3, order: one.id },
      { line: 4, order: two.id, warning: expect.stringContaining('check digit') },
      { line: 5, order: 999_999, outcome: 'unknown', detail: 'There is no such order.' },
      { line: 6, order: null, outcome: 'unreadable' },
    ]);
    const later = await packer.post('/api/staff/tracking', { ...file, event: randomUUID() });
    expect(TrackingAnswer.parse(later.body).lines[0]).toMatchObject({ outcome: 'known' });
  });

  test('are previewed when checked, without numbers that look mistyped', async () => {
    const [one, left] = [await ordered(), await ordered()];
    await dispatch(parcelOf(left, { tracking_number: 'ZZ1' }));
    const text = `Order,Tracking number,Carrier\n${one.id},AB 8,\n${one.id},QQ123456784GB,royalmail\n13,\n${left.id},ZZ2,\n999999,ZZ3,`;
    const file = { event: randomUUID(), text, carrier: 'evri' };
    const read = await packer.post('/api/staff/tracking', { ...file, check: true });
    expect(TrackingAnswer.parse(read.body).lines).toMatchObject([
      { line: 2, order: one.id, tracking_number: 'AB8', carrier: 'Evri', outcome: 'readable' },
      { line: 3, outcome: 'nothing_to_send', warning: expect.stringContaining('check digit') },
      { line: 4, order: 13, tracking_number: null, outcome: 'unreadable' },
      { line: 5, outcome: 'nothing_to_send', detail: 'All of it has left, with another number.' },
      { line: 6, outcome: 'unknown', detail: 'There is no such order.' },
    ]);
    expect(await shop.sql`select from parcels where order_id = ${one.id}`).toHaveLength(0);
    const mistyped = { event: randomUUID(), text: `${one.id},QQ123456784GB` };
    expect((await packer.post('/api/staff/tracking', mistyped)).body).toMatchObject({
      lines: [{ outcome: 'mistyped', detail: 'Left out.' }],
    });
    expect(await shop.sql`select from parcels where order_id = ${one.id}`).toHaveLength(0);
    expect(
      await packer.post('/api/staff/tracking', { ...file, text: 'x', check: true }),
    ).toMatchObject({
      status: 400,
      body: { text: [expect.stringContaining('no column')] },
    });
  });

  test('are refused when unreadable, or when one belongs to two orders', async () => {
    const [one, two] = [await ordered(), await ordered()];
    expect(await sendFile('Name,City\nAda,Leeds')).toMatchObject({
      status: 400,
      body: { text: [expect.stringContaining('no column for an order number')] },
    });
    expect(await sendFile(`${one.id},AB7\n${two.id},ab 7`)).toMatchObject({
      status: 400,
      body: { reason: 'number_twice' },
    });
  });
});
