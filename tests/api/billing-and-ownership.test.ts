import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { call } from '../support/call.ts';
import { factsOf } from '../support/checkout-facts.ts';
import { shopDatabase } from '../support/shop-database.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import { basketOf, newShopper, orderOf } from '../support/shopper.ts';

const { backend, purchases } = await openBackend();
beforeEach(() => backend.stripe.reset());

const path = '/api/stripe/save-billing-info/';
const form = { name: 'Ada', address: '1 High Street', email: 'ada@example.com', phone: '07700' };
const notYours = { detail: 'That belongs to someone else.' };
const unknown = { detail: 'There is no such checkout.' };

describe('the billing form', () => {
  test('is saved as typed, except for surrounding spaces', async () => {
    const shopper = await newShopper(backend, { billing: false });
    const reply = await shopper.post(path, { ...form, name: '  Ada ', user: shopper.id });
    expect(reply).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const [row] = await backend.database.sql`
      select id::int, name, address, email, phone from billing_infos where user_id = ${shopper.id}`;
    expect(row).toEqual({ ...form, ...Object(reply.body) });
  });

  test('ten simultaneous clicks save it once', async () => {
    const shopper = await newShopper(backend, { billing: false });
    const ids = await Promise.all(Array.from({ length: 10 }, () => shopper.saveBilling()));
    expect(new Set(ids).size).toBe(1);
  });

  test.each(['name', 'address', 'phone'])(
    'is refused with a formula as its %s, in words',
    async (field) => {
      const shopper = await newShopper(backend);
      const hostile = { ...form, user: shopper.id, [field]: '=HYPERLINK("//evil.example")' };
      expect(await shopper.post(path, hostile)).toMatchObject({
        status: 400,
        body: { detail: `Please check your ${field}. Do not begin with =, +, - or @.` },
      });
    },
  );

  test.each(['name', 'address', 'email', 'phone'])('is refused without its %s', async (field) => {
    const shopper = await newShopper(backend);
    const before = await markOfAllRows(backend.database);
    for (const empty of ['', '   ']) {
      const reply = await shopper.post(path, { ...form, user: shopper.id, [field]: empty });
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({
        [field]: expect.arrayContaining(['This field is required.']),
      });
    }
    expect(await markOfAllRows(backend.database)).toEqual(before);
  });

  test.each([
    ['name', 'x'.repeat(201)],
    ['address', 'x'.repeat(501)],
    ['email', 'not an address'],
    ['phone', '1'.repeat(41)],
    ['name', 'a\nb'],
  ])('is refused with the %s %j', async (field, value) => {
    const shopper = await newShopper(backend);
    const reply = await shopper.post(path, { ...form, user: shopper.id, [field]: value });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ [field]: [expect.any(String)] });
  });

  test('keeps international names, quotes and markup unchanged', async () => {
    const shopper = await newShopper(backend);
    const name = `Zoë O'Brien "Łukasz" 李雷 <b>&amp;</b> \u{1F9E2}`;
    expect(await shopper.post(path, { ...form, name, user: shopper.id })).toMatchObject({
      status: 201,
    });
    const [row] = await backend.database.sql`
      select name from billing_infos where user_id = ${shopper.id} order by saved_at desc limit 1`;
    expect(row).toEqual({ name });
  });
});

describe('a token gives access only to its own shopper’s rows', () => {
  test('another user in the body is refused, and no row changes', async () => {
    const victim = await purchases.paidInSilence();
    const thief = await newShopper(backend);
    const figures = await purchases.figuresOf(victim);
    const before = await markOfAllRows(backend.database);
    for (const user of [victim.shopper.id, randomUUID()]) {
      for (const reply of [
        await thief.post(path, { ...form, user }),
        await thief.post(
          '/api/stripe/create-stripe-session/',
          basketOf(user, [{ sku: victim.sku, quantity: 1 }]),
        ),
        await thief.post(
          '/api/listing/orderCreatation/',
          orderOf(user, figures, 1, victim.session),
        ),
      ]) {
        expect(reply.status).toBe(403);
        expect(reply.body).toEqual(notYours);
        expect(reply.headers.get('cache-control')).toBe('no-store');
      }
    }
    expect(await markOfAllRows(backend.database)).toEqual(before);
  });

  test('payments 22: another’s session, payment and billing data do not exist for them', async () => {
    const victim = await purchases.paidInSilence();
    const { payment } = await victim.shopper.comeBack(victim.session);
    const figures = await purchases.figuresOf(victim);
    const thief = await newShopper(backend);
    const before = await markOfAllRows(backend.database);
    for (const reply of [
      await thief.reduceQuantity(victim.session),
      await thief.createOrder(figures, payment, victim.session),
      await thief.createOrder(figures, payment),
      await thief.savePayment(figures, victim.session),
      await thief.savePayment(figures),
    ]) {
      expect(reply.status).toBe(404);
      expect(reply.body).toEqual(unknown);
    }
    expect(await markOfAllRows(backend.database)).toEqual(before);
  });

  test('a shopper’s purchase cannot use another’s billing data or payment', async () => {
    const victim = await purchases.paidInSilence();
    const { payment } = await victim.shopper.comeBack(victim.session);
    const victims = await purchases.figuresOf(victim);
    const own = await purchases.paidInSilence();
    const mine = await own.shopper.comeBack(own.session);
    const before = await markOfAllRows(backend.database);
    for (const reply of [
      await own.shopper.createOrder(mine.figures, payment, own.session),
      await own.shopper.createOrder(victims, mine.payment, own.session),
      await own.shopper.savePayment(victims, own.session),
    ]) {
      expect(reply.status).toBe(409);
      expect(reply.body).toEqual({
        detail: expect.stringContaining('does not match this checkout'),
      });
    }
    expect(await markOfAllRows(backend.database)).toEqual(before);
  });
});

describe('the browser’s figures are checked against the frozen ones', () => {
  test.each([0, 48.99, 49.01, 51.94, 4900])('a payment of £%d is refused', async (amount) => {
    const purchase = await purchases.paidInSilence();
    const figures = { ...(await purchases.figuresOf(purchase)), amount };
    const reply = await purchase.shopper.savePayment(figures, purchase.session);
    expect(reply.status).toBe(409);
    expect(reply.body).toEqual({ detail: 'The amount does not match this checkout.' });
  });

  test.each([
    ['status', 'refunded'],
    ['status', 'pending'],
    ['method', 'cash'],
  ])('a payment with the %s “%s” is refused', async (field, value) => {
    const { shopper, session } = await purchases.paidInSilence();
    const reply = await call(`${backend.origin}/api/stripe/save-payment/`, {
      json: {
        user: shopper.id,
        method: 'stripe',
        amount: 49,
        billing_info: 1,
        status: 'paid',
        session_id: session,
        [field]: value,
      },
    });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ [field]: [expect.any(String)] });
    expect(await factsOf(backend.database, session)).toMatchObject({ payments: 0 });
  });

  test('an order with another status is rejected; one with wrong figures gets the right ones', async () => {
    const purchase = await purchases.paidInSilence();
    const { shopper, session } = purchase;
    const { figures, payment } = await shopper.comeBack(session);
    const order = orderOf(shopper.id, figures, payment, session);
    const address = '/api/listing/orderCreatation/';
    const delivered = await shopper.post(address, { ...order, status: 'delivered' });
    expect(delivered.status).toBe(400);
    expect(delivered.body).toEqual({ status: [expect.any(String)] });
    const cheap = await shopper.post(address, { ...order, order_amount: 1, tax: 0 });
    expect(cheap.status).toBe(201);
    expect(cheap.body).toMatchObject({ order_amount: 51.94, tax: 2.94 });
  });

  test.each([[null], ['text'], [{}], [[{ variant_id: 1 }]], [[{ variant_id: 1, quantity: -5 }]]])(
    'the stock reduction %j is refused',
    async (list) => {
      const { shopper, session, sku } = await purchases.paidInSilence();
      const reply = await shopper.reduceQuantity(session, list);
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({ detail: expect.any(String) });
      expect(await shopDatabase(backend.database).unitsOf(sku)).toBe(5);
    },
  );
});
