import { beforeAll, expect, test, vi } from 'vitest';
import { shopEnvironment } from '#harness/test-keys.ts';
import { pence } from '#domain/money/money.ts';
import { orderMail } from './order-mail.ts';

beforeAll(() => {
  const unused = 'http://127.0.0.1:9';
  for (const [name, value] of Object.entries(shopEnvironment(unused, unused))) {
    vi.stubEnv(name, value);
  }
});

const shop = 'https://shop.example';
const checkout = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const receipt = {
  id: 7,
  status: 'processing',
  created_at: '2026-11-21T09:00:00.000Z',
  leaves_by: '2026-11-24',
  arrives_from: '2026-11-27',
  arrives_by: '2026-12-03',
  country: 'FR',
  duties: {
    policy: 'you_pay',
    in_union: true,
    estimate: {
      vat_basis_points: 2000,
      vat_pence: pence(25_299),
      duty_pence: null,
      fee_pence: pence(0),
      euro_pence: pence(87),
    },
  } as const,
  subtotal_pence: pence(125_000),
  discount_pence: pence(0),
  code: null,
  tax_pence: pence(7500),
  tax_basis_points: 600,
  included_basis_points: 0,
  terms_version: 3,
  terms_published_at: '2026-11-20T23:30:00.000Z',
  tax_inside_pence: pence(0),
  shipping_pence: pence(1495),
  shipping_name: 'International delivery',
  adjustment_pence: pence(0),
  refunded_pence: pence(0),
  disputed: false,
  replaces: null,
  is_gift: false,
  exchange_of: null,
  paid_with: null,
  method: 'stripe' as const,
  gift_card: null,
  handed_over: false,
  order_amount_pence: pence(133_995),
  total_items: 10,
  email: 'ada@example.com',
  delivery: {
    name: "O'Neil & Söhne",
    line1: '1 Rue A',
    town: 'Paris',
    postcode: '75001',
    country: 'FR',
  },
  items: [
    {
      product_id: 1,
      variant_id: 2,
      product_name: 'Boss Beanie',
      color_name: 'Rust',
      unit_pence: pence(12_500),
      quantity: 10,
      image: null,
    },
  ],
};

test('an order’s e-mail is the same each time, so that a repeated try is known as one', () => {
  expect(orderMail({ receipt, checkout, guest: false }, shop)).toEqual(
    orderMail({ receipt, checkout, guest: false }, shop),
  );
});

test('an order’s e-mail writes amounts, date and address as the British do', () => {
  const { to, subject, text, html } = orderMail({ receipt, checkout, guest: false }, shop);
  expect({ to, subject }).toEqual({ to: ['ada@example.com'], subject: 'Your Minicia order 7' });
  const promise = 'Leaves by Tuesday 24 November, expected 27 November – 3 December.';
  expect(text).toContain(`Order 7, 21 November 2026\n${promise}\n`);
  expect(html).toContain(`Order 7, 21 November 2026<br/>${promise}`);
  expect(text).toContain('10 × £125.00 (£132.50 with tax) = £1,250.00');
  expect(text).toContain('International delivery: £14.95\nTotal: £1,339.95');
  expect(text).toContain("O'Neil & Söhne\n1 Rue A\n75001 Paris\nFrance");
  expect(html).toContain('O&#39;Neil &amp; Söhne<br>1 Rue A<br>75001 Paris<br>France');
  expect(html).toContain('href="https://shop.example/returnpolicy"');
});

test('an accepted charge above the frozen amounts has a line of its own', () => {
  const accepted = {
    ...receipt,
    adjustment_pence: pence(-500),
    order_amount_pence: pence(133_495),
  };
  const { text, html } = orderMail({ receipt: accepted, checkout, guest: false }, shop);
  expect(text).toContain('International delivery: £14.95\nAdjustment: -£5.00\nTotal: £1,334.95');
  expect(html).toContain('Adjustment');
  expect(orderMail({ receipt, checkout, guest: false }, shop).html).not.toContain('Adjustment');
});

test('the confirmation says what happens next, links to the order, and explains the right to cancel with the statutory form', () => {
  const { text, html } = orderMail({ receipt, checkout, guest: false }, shop);
  for (const content of [text, html]) {
    expect(content).toContain('by Tuesday 24 November at the latest');
    expect(content).toContain(`https://shop.example/order#token=${checkout}.`);
    expect(content).toContain('https://shop.example/withdraw');
    expect(content).toContain('Withdraw from contract here');
    expect(content).toContain('within 14 days without giving a reason');
    expect(content).toContain(
      'I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods [*]/for the supply of the following service [*],',
    );
    expect(content).toContain('Signature of consumer(s) (only if this form is notified on paper),');
  }
});

test('names the terms that the order was made under, by their number and their day', () => {
  const { text, html } = orderMail({ receipt, checkout, guest: false }, shop);
  expect(text).toContain(
    'The terms of this order, in force since 20 November 2026: https://shop.example/order-terms/3',
  );
  expect(html).toContain('href="https://shop.example/order-terms/3"');
});

test('a confirmation shows each price with tax, or the tax included in final prices', () => {
  const added = orderMail({ receipt, checkout, guest: false }, shop);
  expect(added.text).toContain('10 × £125.00 (£132.50 with tax) = £1,250.00');
  expect(added.text).toContain('Tax: £75.00');
  const sold = {
    ...receipt,
    tax_pence: pence(0),
    tax_basis_points: 0,
    included_basis_points: 2000,
    tax_inside_pence: pence(21_083),
    order_amount_pence: pence(126_495),
  };
  const included = orderMail({ receipt: sold, checkout, guest: false }, shop);
  expect(included.text).toContain('10 × £125.00 = £1,250.00');
  for (const written of [included.text, included.html]) {
    expect(written).toContain('The total includes £210.83 tax (20%).');
    expect(written).not.toContain('with tax');
    expect(written).not.toContain('£0.00');
  }
});

/** Schedule 2 of the Consumer Contracts Regulations 2013, as far as it applies to goods that are bought once. */
test.each([
  ['(a) the main characteristics of the goods', 'Boss Beanie, Rust'],
  [
    '(b) the identity of the trader',
    'Minicia Ltd, registered in England and Wales, number 00000000',
  ],
  [
    '(c) where the trader is established, and the e-mail address',
    'Registered office: 1 Example Street',
  ],
  ['(c) the e-mail address', 'hello@minicia.example'],
  ['(f) the total price', '£1,339.95'],
  ['(f) the tax in it', '£75.00'],
  ['(g) the delivery charge', '£14.95'],
  ['(j) by when the goods are delivered', 'expected 27 November – 3 December'],
  ['(k) how complaints are handled', 'a person reads it and answers within two working days'],
  ['(l) the right to cancel: time', 'within 14 days without giving a reason'],
  ['(l) the right to cancel: procedure', 'To cancel, tell us so in a clear statement'],
  ['(l) the model form', 'hereby give notice that I/We [*] cancel my/our [*] contract of sale'],
  ['(m) who bears the cost of returning', 'you pay the postage'],
  ['(p) the duty to supply goods that conform', 'By law the goods must be as described'],
  ['and who pays duties', 'For this order about £252.99 VAT (20%)'],
  ['and the EU’s legal guarantee', 'a legal guarantee of conformity of at least two years'],
])('the confirmation itself carries Schedule 2 %s', (_, words) => {
  const { text, html } = orderMail({ receipt, checkout, guest: false }, shop);
  expect(text).toContain(words);
  expect(html).toContain(words);
});

test('the EU’s legal guarantee is only in e-mails to the European Union, and duties only abroad', () => {
  const texts = [
    { ...receipt, country: 'GB', duties: null },
    { ...receipt, duties: { policy: 'we_pay', in_union: false, estimate: null } as const },
  ].map((each) => orderMail({ receipt: each, checkout, guest: false }, shop));
  for (const { text, html } of texts) expect(text + html).not.toContain('legal guarantee');
  expect(texts.map(({ text }) => text.includes('Duties and taxes'))).toEqual([false, true]);
});
