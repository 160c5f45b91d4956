import { beforeEach, describe, expect, test, vi } from 'vitest';
import mailSweep from '#handlers/jobs/mail-sweep.ts';
import { openBackend } from '../support/open-backend.ts';
import { factsOf, untilStatus } from '../support/checkout-facts.ts';
import { outboxOf } from '../support/outbox.ts';
import type { Purchase } from '../support/purchases.ts';
import { newShopper, sessionOf } from '../support/shopper.ts';
import { eventually } from '../support/eventually.ts';
import { linesOf } from '../support/log-lines.ts';

const { backend, purchases } = await openBackend({ mails: true });
const outbox = outboxOf(backend.database);
beforeEach(async () => {
  vi.restoreAllMocks();
  await outbox.settle();
  await backend.stripe.reset();
  backend.mailbox.reset();
});

async function orderOf({ session }: Purchase): Promise<number> {
  const [order] = await backend.database.sql<{ id: number }[]>`
    select o.id::int from orders o join checkouts c on c.id = o.checkout_id
    where c.stripe_session_id = ${session}`;
  return order?.id ?? 0;
}

async function untilMail(order: number, status: string, attempts = 1): Promise<void> {
  await eventually(async () => expect(await outbox.of(order)).toMatchObject({ status, attempts }));
}

describe('the confirmation of an order', () => {
  test('is sent as soon as it is paid, with the items bought', async () => {
    const purchase = await purchases.atPaymentPage();
    await backend.stripe.pay(purchase.session, {
      outcome: 'paid',
      address: {
        name: 'Ada Lovelace',
        line1: '1 High Street',
        city: 'London',
        postal_code: 'N1 1AA',
        country: 'GB',
      },
    });
    await untilStatus(backend.database, purchase.session, 'completed');
    const order = await orderOf(purchase);
    await untilMail(order, 'sent');
    const [mail, ...others] = backend.mailbox.mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      from: 'Minicia <hello@minicia.example>',
      to: ['ada@example.com'],
      subject: `Your Minicia order ${order}`,
    });
    for (const content of [mail?.text, mail?.html]) {
      for (const part of [
        'A hat, Ink',
        '2 × £24.50',
        '£49.00',
        '£2.94',
        'Standard delivery',
        '£51.94',
        'Ada Lovelace',
        '1 High Street',
        'London N1 1AA',
        'United Kingdom',
        'http://localhost:8888/returnpolicy',
      ]) {
        expect(content).toContain(part);
      }
    }
  });

  test('escapes hostile names and addresses', async () => {
    const purchase = await purchases.atPaymentPage();
    const shopper = await newShopper(backend, { billing: false });
    await shopper.saveBilling('1 <script>alert("x")</script> & Sons, London N1 1AA');
    const { sku } = purchase;
    await backend.database.sql`
      update products set name = '<img src=x> "Hat"' where id = ${sku.product_id}`;
    const url = await shopper.paymentPage([{ sku, quantity: 1 }]);
    await backend.stripe.pay(sessionOf(url), { outcome: 'paid' });
    await eventually(() => expect(backend.mailbox.mails()).toHaveLength(1));
    const [mail] = backend.mailbox.mails();
    expect(mail?.html).not.toMatch(/<script|<img src=x/);
    expect(mail?.html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; Sons');
    expect(mail?.html).toContain('&lt;img src=x&gt; &quot;Hat&quot;, Ink');
    expect(mail?.text).toContain('1 <script>alert("x")</script> & Sons');
  });
});

describe('while the mail provider', () => {
  test('is down, orders are still created, and the e-mail follows', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    backend.mailbox.fail({ status: 503 });
    const purchase = await purchases.paidInSilence();
    await purchase.shopper.comeBack(purchase.session);
    expect(await factsOf(backend.database, purchase.session)).toMatchObject({ orders: 1 });
    const order = await orderOf(purchase);
    await untilMail(order, 'due');
    await eventually(() => expect(warned).toHaveBeenCalled());
    expect(backend.mailbox.mails()).toEqual([]);
    await mailSweep();
    expect(backend.mailbox.mails()).toEqual([]);
    await outbox.letPass(301);
    await mailSweep();
    expect(await outbox.of(order)).toMatchObject({ status: 'sent', attempts: 2 });
    expect(backend.mailbox.mails()).toHaveLength(1);
  });

  test('accepts an e-mail but its response is lost, the retry does not send a second one', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    backend.mailbox.fail({ status: 500, arrives: true });
    const purchase = await purchases.paidInSilence();
    await purchase.shopper.comeBack(purchase.session);
    const order = await orderOf(purchase);
    await untilMail(order, 'due');
    await outbox.letPass(301);
    await mailSweep();
    expect(await outbox.of(order)).toMatchObject({ status: 'sent', attempts: 2 });
    expect(backend.mailbox.mails()).toHaveLength(1);
  });

  test('permanently rejects an e-mail, it is parked and logged for an operator', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    backend.mailbox.fail({ status: 422 });
    const purchase = await purchases.paidInSilence();
    await purchase.shopper.comeBack(purchase.session);
    const order = await orderOf(purchase);
    await untilMail(order, 'parked');
    await eventually(() =>
      expect(linesOf(logged)).toContainEqual(
        expect.objectContaining({
          message: 'MAIL PARKED',
          about: `order ${order}`,
          why: expect.stringContaining('422'),
        }),
      ),
    );
    await outbox.letPass(1000);
    await mailSweep();
    expect(backend.mailbox.mails()).toEqual([]);
  });
});
