import { beforeEach, describe, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { factsOf } from '../support/checkout-facts.ts';
import { chooseCarrier } from '../support/label-scenarios.ts';
import { mailTo } from '../support/mail-to.ts';
import { openBackend } from '../support/open-backend.ts';
import { basketOf, newGuest, newShopper, sessionOf } from '../support/shopper.ts';
import { newStaff } from '../support/staff.ts';

const { backend, shop } = await openBackend({ mails: true });
const { sql } = backend.database;
beforeEach(() => backend.stripe.reset());

const path = '/api/stripe/create-stripe-session/';
const express = true;
/** A wallet's delivery address. */
const home = {
  name: 'Grace Hopper',
  line1: '3 New Road',
  city: 'Leeds',
  postal_code: 'LS1 4AP',
  country: 'GB',
};

async function atStripe(id: string) {
  return (await backend.stripe.sessions()).find((session) => session.id === id);
}

/** A guest at the payment page of one new piece. */
async function atPaymentPage(stock = 5) {
  const sku = await shop.newSku(stock);
  const guest = await newGuest(backend);
  const wanted = [{ sku, quantity: 1 }];
  const session = sessionOf(await guest.paymentPage(wanted, { express }));
  return { sku, guest, wanted, session };
}

async function paidWith(wallet: Omit<Parameters<typeof backend.stripe.pay>[1], 'outcome'>) {
  const opened = await atPaymentPage();
  await backend.stripe.pay(opened.session, { outcome: 'paid', ...wallet });
  await backend.stripe.whenIdle();
  return opened;
}

/** The stored entries of a session's wallet, as every later step of the order reads them. */
async function storedOf(session: string) {
  const [row] = await sql<
    { status: string; form: object; delivery: object; order: number | null }[]
  >`
    select c.status, to_jsonb(f) as form, c.delivery, o.id::int as order
    from checkouts c left join orders o on o.checkout_id = c.id
    left join lateral (
      select name, address, email, phone from billing_infos
      where id = c.billing_info_id and id = coalesce(o.billing_info_id, id)) f on true
    where c.stripe_session_id = ${session}`;
  return row && { ...row };
}

describe('an express checkout', () => {
  test('payments 26: asks on the payment page for what the form asks for, in the visitor’s country alone', async () => {
    const sku = await shop.newSku(9);
    const guest = await newGuest(backend);
    const wanted = [{ sku, quantity: 1 }];
    const press = (from: Record<string, string>, country = '') =>
      guest.post(path, basketOf(guest.id, wanted, { express, country }), { headers: from });
    const pageOf = async (from: Record<string, string>, country?: string) => {
      const { body } = await press(from, country);
      return atStripe(sessionOf(JSON.stringify(body)));
    };

    const british = await pageOf({});
    expect(british).toMatchObject({
      shipping_address_collection: { allowed_countries: ['GB'] },
      phone_number_collection: { enabled: true },
      customer_email: null,
    });
    expect(british?.shipping_options).toHaveLength(2);
    expect(british?.custom_text.submit?.message).toContain('You can cancel within 14 days');
    expect(british?.custom_text.submit?.message).not.toContain('guarantee');

    const irish = await pageOf({ 'x-visitor-country': 'IE' });
    expect(irish?.shipping_address_collection).toEqual({ allowed_countries: ['IE'] });
    expect(irish?.custom_text.shipping_address?.message).toBe(
      'Delivery country: Ireland. To send the order elsewhere, go back and press CHECKOUT.',
    );
    expect(irish?.custom_text.submit?.message).toMatch(
      /Duties and taxes are not included.+legal guarantee of conformity.+You can cancel/,
    );
    expect((await atStripe(british?.id ?? ''))?.status, 'the other country’s page').toBe('expired');

    const saved = await pageOf({ 'x-visitor-country': 'IE' }, 'FR');
    expect(saved?.shipping_address_collection).toEqual({ allowed_countries: ['FR'] });
    expect(await press({ 'x-visitor-country': 'JP' })).toMatchObject({
      status: 400,
      body: { country: [expect.any(String)] },
    });
  });

  test('becomes an order as if its entries had been typed into the form', async () => {
    const { session, guest } = await paidWith({
      email: 'grace@example.com',
      address: home,
      shipping: 1,
    });
    const stored = await storedOf(session);
    expect(stored).toMatchObject({
      status: 'completed',
      form: {
        name: 'Grace Hopper',
        address: '3 New Road, Leeds LS1 4AP',
        email: 'grace@example.com',
        phone: '+447700900123',
      },
      delivery: {
        name: 'Grace Hopper',
        line1: '3 New Road',
        town: 'Leeds',
        postcode: 'LS1 4AP',
        country: 'GB',
        phone: '+447700900123',
      },
    });
    expect((await guest.comeBack(session)).order).toBe(stored?.order);
    const { html } = await mailTo(backend, 'grace@example.com');
    expect(html).toContain('3 New Road');
  });

  test('payments 9: opens one page for a double press, a lost answer, and a return by the back button', async () => {
    const { guest, wanted, session } = await atPaymentPage();
    const again = await Promise.all([1, 2, 3].map(() => guest.checkOut(wanted, { express })));
    const pages = again
      .filter(({ status }) => status === 200)
      .map(({ body }) => JSON.stringify(body));
    expect(new Set(pages.map(sessionOf))).toEqual(new Set([session]));
    expect(await backend.stripe.sessions()).toHaveLength(1);
  });

  test('closes the page of the form’s checkout, and the other way round', async () => {
    const sku = await shop.newSku(5);
    const shopper = await newShopper(backend);
    const wanted = [{ sku, quantity: 2 }];
    const form = sessionOf(await shopper.paymentPage(wanted));
    const quick = sessionOf(await shopper.paymentPage(wanted, { express }));
    expect((await atStripe(form))?.status).toBe('expired');
    await shopper.paymentPage(wanted);
    expect((await atStripe(quick))?.status).toBe('expired');
    expect(await shop.freeUnitsOf(sku)).toBe(3);
  });

  test('payments 17: of the last piece is one shopper’s; a changed price is told', async () => {
    const sku = await shop.newSku(1);
    const guests = await Promise.all([newGuest(backend), newGuest(backend), newGuest(backend)]);
    const wanted = [{ sku, quantity: 1 }];
    const replies = await Promise.all(guests.map((guest) => guest.checkOut(wanted, { express })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);

    const [other] = guests;
    const dearer = await shop.newSku(5, 3000);
    const asked = [{ sku: dearer, quantity: 1 }];
    expect(await other.checkOut(asked, { express, amount: 20 })).toMatchObject({
      status: 409,
      body: { reason: 'amount_changed', amount: 31.8 },
    });
  });

  test('asks for the price that the cart shows, wherever the visitor is', async () => {
    const sku = await shop.newSku(5);
    const guest = await newGuest(backend);
    await sql`insert into zone_tax_rates values ('world', 0)`;
    try {
      const url = await guest.paymentPage([{ sku, quantity: 1 }], { express, country: 'NZ' });
      expect(await atStripe(sessionOf(url))).toMatchObject({ amount_subtotal: 2450 });
    } finally {
      await sql`delete from zone_tax_rates where zone = 'world'`;
    }
  });

  test('takes a code off, unless it must know the person first', async () => {
    const sku = await shop.newSku(5);
    const guest = await newGuest(backend);
    const wanted = [{ sku, quantity: 1 }];
    const anyone = { code: await shop.newDiscount(), off: 245 };
    const session = sessionOf(await guest.paymentPage(wanted, { express, ...anyone }));
    expect((await atStripe(session))?.total_details?.amount_discount).toBe(245);
    const once = { code: await shop.newDiscount({ once_per_person: true }), off: 245 };
    const { status, body } = await guest.checkOut(wanted, { express, ...once });
    expect({ status, body }).toMatchObject({ status: 409, body: { reason: 'code_refused' } });
    expect(JSON.stringify(body)).toContain('press CHECKOUT, or remove the code');
  });

  test('payments 24: stays within the limits of a basket', async () => {
    const skus = await Promise.all([1, 2, 3].map(() => shop.newSku(20)));
    const guest = await newGuest(backend);
    const press = (quantity: number) =>
      guest.checkOut(
        skus.map((sku) => ({ sku, quantity })),
        { express },
      );
    expect((await press(11)).status).toBe(409);
    expect((await press(8)).status, 'more than a newcomer’s 20').toBe(409);
    expect(await backend.stripe.sessions()).toEqual([]);
  });
});

describe('a wallet', () => {
  test('without a phone number still gets its order', async () => {
    const { session } = await paidWith({ phone: null, address: home });
    const stored = await storedOf(session);
    expect(stored).toMatchObject({ status: 'completed', form: { phone: '' } });
    const { token } = await newStaff(backend, 'manager');
    const shown = await call(`${backend.origin}/api/staff/order?order=${stored?.order}`, { token });
    expect(shown.body).toMatchObject({
      shopper: { name: 'Grace Hopper', phone: '' },
    });
  });

  test.each([
    ['with an address in Jersey', { postal_code: 'JE2 3AA', city: 'St Helier' }, 'address'],
    ['with another country', { postal_code: '75004', city: 'Paris', country: 'FR' }, 'country'],
  ])('payments 5: %s leaves the order to staff', async (_which, moved, because) => {
    const { session } = await paidWith({ address: { ...home, ...moved } });
    const stored = await storedOf(session);
    expect(stored).toMatchObject({ status: 'review', order: null, form: { name: 'Grace Hopper' } });
    const checkout = (await factsOf(backend.database, session))?.checkout ?? '';
    const { post } = await newStaff(backend, 'manager');
    const [why] = await sql<[{ facts: { because: string } }]>`
      select facts from order_decisions where checkout_id = ${checkout}`;
    expect(why.facts.because).toBe(because);
    const decision = because === 'address' ? 'accept' : 'refund';
    const decided = { event: crypto.randomUUID(), checkout, decision };
    expect((await post('/api/staff/review', decided)).status).toBe(200);
    expect((await storedOf(session))?.status).toBe(
      because === 'address' ? 'completed' : 'refunded',
    );
  });

  test('with an address that the carrier refuses leaves an order that says so', async () => {
    await chooseCarrier(backend);
    const { session, sku } = await paidWith({ address: { ...home, postal_code: 'ZZ1 1ZZ' } });
    await sql`
      update products set facts = facts || '{"weight_grams": 120}' where id = ${sku.product_id}`;
    const { post } = await newStaff(backend, 'packer');
    const asked = { orders: [(await storedOf(session))?.order] };
    expect((await post('/api/staff/labels/quote', asked)).body).toMatchObject({
      parcels: [{ label: null, refused: 'The postcode was not found.' }],
    });
  });

  test('that pays slowly is remembered, and told when the payment fails', async () => {
    const { session } = await atPaymentPage();
    await backend.stripe.pay(session, {
      outcome: 'async_pending',
      email: 'slow@example.com',
      address: home,
    });
    await backend.stripe.whenIdle();
    expect(await storedOf(session)).toMatchObject({
      status: 'awaiting_payment',
      form: { email: 'slow@example.com' },
    });
    await backend.stripe.settle(session, false);
    await backend.stripe.whenIdle();
    expect(await storedOf(session)).toMatchObject({ status: 'released' });
  });

  test('payments 16: has its events doubled and late, and one order', async () => {
    await backend.stripe.webhookMode({ mode: 'hold' });
    const { session, guest } = await paidWith({ address: home });
    const placed = await guest.comeBack(session);
    await backend.stripe.release({ order: 'reverse' });
    await backend.stripe.release({ order: 'given' });
    expect(await factsOf(backend.database, session)).toMatchObject({ orders: 1, payments: 1 });
    expect((await storedOf(session))?.order).toBe(placed.order);
    await call(
      `${backend.origin}/api/stripe/cancel/?checkout=${(await factsOf(backend.database, session))?.checkout}`,
    );
    expect((await storedOf(session))?.status).toBe('completed');
  });
});
