import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Stripe } from 'stripe';
import type { StripeSandbox } from '../src/index.ts';
import { sdkFor, startTestSandbox, twoHats } from './running-sandbox.ts';

let sandbox: StripeSandbox;
let stripe: Stripe;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  stripe = sdkFor(sandbox);
});

afterAll(() => sandbox.close());

const now = () => Math.floor(Date.now() / 1000);

/** A line of one product, priced in minor units. */
function line(unitAmount: number, currency = 'gbp', name = 'Beanie') {
  return {
    quantity: 1,
    price_data: { currency, unit_amount: unitAmount, product_data: { name } },
  };
}

/** A delivery option, priced in minor units. */
function option(amount: number, currency = 'gbp') {
  return { shipping_rate_data: { display_name: 'Post', fixed_amount: { amount, currency } } };
}

function create(changes: object) {
  return stripe.checkout.sessions.create({ ...twoHats(), ...changes });
}

describe('a new session', () => {
  test('is open, unpaid and returns what the shop requested', async () => {
    const expiresAt = now() + 31 * 60;
    const session = await create({ expires_at: expiresAt, locale: 'en-GB', submit_type: 'pay' });
    expect(session.id).toMatch(/^cs_test_/);
    expect(session).toMatchObject({
      object: 'checkout.session',
      mode: 'payment',
      livemode: false,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      currency: 'gbp',
      adaptive_pricing: { enabled: true },
      amount_subtotal: 4900,
      amount_total: 4900,
      client_reference_id: 'checkout-1',
      customer_email: 'ada@example.com',
      expires_at: expiresAt,
      metadata: { checkout: '1' },
      payment_method_types: ['card'],
      shipping_cost: { amount_total: 0 },
      total_details: { amount_shipping: 0, amount_tax: 0, amount_discount: 0 },
      url: `${sandbox.url}/c/pay/${session.id}`,
    });
    expect(session.shipping_options.map((offered) => offered.shipping_amount)).toEqual([0, 995]);
    expect(session.lastResponse.requestId).toMatch(/^req_/);
  });

  test('lasts a day by default', async () => {
    const session = await create({});
    expect(session.expires_at - session.created).toBe(24 * 60 * 60);
  });

  test('has its lines, each with its product', async () => {
    const { id } = await create({ expand: ['line_items'] });
    const lines = await stripe.checkout.sessions.listLineItems(id, {
      expand: ['data.price.product'],
    });
    expect(lines.data).toMatchObject([
      {
        object: 'item',
        description: 'Velvet Bucket Hat',
        quantity: 2,
        amount_total: 4900,
        price: { unit_amount: 2450, product: { metadata: { variant_id: '7' } } },
      },
    ]);
  });

  test('accepts a free order', async () => {
    const session = await create({ line_items: [line(0)] });
    expect(session.amount_total).toBe(0);
  });

  test('reads every list by its index, beyond ten lines', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Hat ${index}`);
    const { id } = await create({ line_items: names.map((name) => line(100, 'gbp', name)) });
    const lines = await stripe.checkout.sessions.listLineItems(id, { limit: 100 });
    expect(lines.data.map(({ description }) => description)).toEqual(names);
  });
});

describe('the sandbox refuses', () => {
  const hat = () => line(2450);
  const withPrice = (price: object) => ({
    line_items: [{ quantity: 1, price_data: { ...hat().price_data, ...price } }],
  });

  const cases: [what: string, changes: object, refusal: object][] = [
    [
      'an unknown parameter',
      { foo: 'bar' },
      { code: 'parameter_unknown', param: 'foo', message: 'Received unknown parameter: foo' },
    ],
    [
      'an unknown parameter inside a line',
      withPrice({ colour: 'oat' }),
      { code: 'parameter_unknown', param: 'line_items[0][price_data][colour]' },
    ],
    ['no lines', { line_items: undefined }, { code: 'parameter_missing', param: 'line_items' }],
    ['no mode', { mode: undefined }, { code: 'parameter_missing', param: 'mode' }],
    [
      'no way back',
      { success_url: undefined },
      { code: 'parameter_missing', param: 'success_url' },
    ],
    [
      'a line without currency',
      withPrice({ currency: undefined }),
      { code: 'parameter_missing', param: 'line_items[0][price_data][currency]' },
    ],
    [
      'half a penny',
      withPrice({ unit_amount: 1.5 }),
      { code: 'parameter_invalid_integer', message: 'Invalid integer: 1.5' },
    ],
    [
      'a negative price',
      withPrice({ unit_amount: -1 }),
      {
        code: 'parameter_invalid_integer',
        message: 'This value must be greater than or equal to 0.',
      },
    ],
    [
      'none of a thing',
      { line_items: [{ ...hat(), quantity: 0 }] },
      { code: 'parameter_invalid_integer', param: 'line_items[0][quantity]' },
    ],
    [
      'an empty description',
      withPrice({ product_data: { name: 'Hat', description: '' } }),
      { code: 'parameter_invalid_empty' },
    ],
    [
      'a currency it does not know',
      withPrice({ currency: 'xyz' }),
      { param: 'line_items[0][price_data][currency]' },
    ],
    ['two currencies', { line_items: [hat(), line(100, 'eur')] }, { param: 'line_items' }],
    [
      'delivery in another currency',
      { shipping_options: [option(100, 'eur')] },
      { param: 'line_items' },
    ],
    [
      'less than 30 pence',
      { line_items: [line(29)] },
      {
        code: 'amount_too_small',
        message: "The Checkout Session's total amount due must add up to at least £0.30 gbp",
      },
    ],
    [
      'more than eight digits',
      { line_items: [line(99_999_999), line(1)] },
      { code: 'amount_too_large' },
    ],
    [
      'a session of less than 30 minutes',
      { expires_at: now() + 29 * 60 },
      {
        param: 'expires_at',
        message:
          'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      },
    ],
    ['a session of more than a day', { expires_at: now() + 25 * 60 * 60 }, { param: 'expires_at' }],
    ['words for a time', { expires_at: 'soon' }, { code: 'parameter_invalid_integer' }],
    ['101 lines', { line_items: Array.from({ length: 101 }, hat) }, { param: 'line_items' }],
    [
      'six ways of delivery',
      { shipping_options: Array.from({ length: 6 }, () => option(1)) },
      { param: 'shipping_options' },
    ],
    [
      'a reference of 201 characters',
      { client_reference_id: 'x'.repeat(201) },
      { param: 'client_reference_id' },
    ],
    ['a relative address', { success_url: '/thanks' }, { code: 'url_invalid' }],
    ['an address that is a script', { cancel_url: 'javascript:alert(1)' }, { code: 'url_invalid' }],
    ['an e-mail that is none', { customer_email: 'ada' }, { code: 'email_invalid' }],
    ['text for lines', { line_items: 'hat' }, { message: 'Invalid array' }],
    [
      'text for a price',
      { line_items: [{ quantity: 1, price_data: 'x' }] },
      { message: 'Invalid object' },
    ],
    ['a subscription', { mode: 'subscription' }, { param: 'mode' }],
    ['a mode that is none', { mode: 'gift' }, { param: 'mode' }],
    [
      'what it does not play',
      { consent_collection: { terms_of_service: 'required' } },
      { param: 'consent_collection' },
    ],
    [
      '51 metadata keys',
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v'])) },
      { param: 'metadata' },
    ],
    [
      'a metadata key of 41 characters',
      { metadata: { ['k'.repeat(41)]: 'v' } },
      { param: 'metadata' },
    ],
    ['a metadata value of 501', { metadata: { k: 'v'.repeat(501) } }, { param: 'metadata[k]' }],
    [
      'an expansion that leads nowhere',
      { expand: ['customer_details.email'] },
      { message: 'This property cannot be expanded (customer_details.email).' },
    ],
  ];

  test.each(cases)('%s', async (_what, changes, refusal) => {
    await expect(create(changes)).rejects.toMatchObject({
      statusCode: 400,
      rawType: 'invalid_request_error',
      requestId: expect.stringMatching(/^req_/),
      ...refusal,
    });
  });

  test('every other API key', async () => {
    await expect(sdkFor(sandbox, 'sk_test_other').checkout.sessions.list()).rejects.toMatchObject({
      statusCode: 401,
      rawType: 'invalid_request_error',
      message: expect.stringContaining('Invalid API Key provided'),
    });
  });

  test('a call without a key', async () => {
    expect((await fetch(`${sandbox.url}/v1/events`)).status).toBe(401);
  });

  test('unknown parameters', async () => {
    await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 404 });
  });

  test('contradictory parameters', async () => {
    const answer = await fetch(`${sandbox.url}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_local_shop' },
      body: 'metadata=a&metadata[b]=c',
    });
    expect(answer.status).toBe(400);
  });
});
