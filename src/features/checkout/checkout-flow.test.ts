import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pence } from '#domain/money/money.ts';
import { FakeStorage } from '#tests/support/fake-storage.ts';
import { cartOf, colour, product } from '#tests/support/sample-product.ts';
import { startScriptedServer } from '#tests/support/scripted-server.ts';
import type { Answer } from '#tests/support/scripted-server.ts';

const local = new FakeStorage();
vi.stubGlobal('localStorage', local);
vi.stubGlobal('sessionStorage', new FakeStorage());
vi.stubGlobal('location', new URL('https://shop.example/billing'));

const { startPayment } = await import('./start-payment.ts');
const { finishOrder, isFinished, placedOrder } = await import('./finish-order.ts');
const { retry } = await import('./retry.ts');
const { ApiError } = await import('#api/http/api-error.ts');
const { $root, EMPTY_ROOT } = await import('#stores/root.ts');
const { $cartCount } = await import('#stores/cart.ts');
const stored = await import('#stores/checkout/checkout-storage.ts');

let server: Awaited<ReturnType<typeof startScriptedServer>>;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());

const customer = { id: 'u1', access: 'token' };
const form = { name: 'Ada', address: 'A', email: 'a@b.c', phone: '1', country: 'GB' };
const items = cartOf(product(), 2, [colour(11, 3)]);
const checkout = { form, items, amount: pence(9540), customer };
const saved: Answer = { status: 201, body: { id: 7 } };

beforeEach(() => {
  local.clear();
  $root.set({ ...EMPTY_ROOT, cart: items });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('pressing CHECKOUT', () => {
  test('saves the form, keeps it in the browser, and opens the payment page', async () => {
    server.answer(saved, { status: 200, body: { url: 'https://pay.example/cs_1' } });
    expect(await startPayment(checkout)).toEqual({ kind: 'pay', url: 'https://pay.example/cs_1' });
    expect(stored.billingFormData.get()).toEqual(form);
    expect(stored.billingInfoId.get()).toBe('7');
    expect(server.calls.map(({ path }) => path)).toEqual([
      '/api/stripe/save-billing-info/',
      '/api/stripe/create-stripe-session/',
    ]);
    expect(server.calls[1]?.body).toMatchObject({ billing_info: 7 });
  });

  test('opens our own return page if the cart is already paid', async () => {
    server.answer(saved, { status: 200, body: { url: '/stripesuccess?session_id=cs_1' } });
    const url = 'https://shop.example/stripesuccess?session_id=cs_1';
    expect(await startPayment(checkout)).toEqual({ kind: 'pay', url });
  });

  const paymentFailed = 'Something went wrong while processing payment.';
  test.each<[string, Answer[], unknown]>([
    ['billing rejected', [{ status: 400, body: { detail: 'Bad phone' } }], 'Bad phone'],
    ['billing without a message', [{ status: 500, body: '' }], 'Billing info failed to save.'],
    ['no network', ['hang-up'], 'Billing info failed to save.'],
    [
      'Stripe unavailable',
      [saved, { status: 502, body: { detail: 'Nothing was charged.' } }],
      `${paymentFailed} Nothing was charged.`,
    ],
    [
      'an address that conflicts with the country',
      [saved, { status: 400, body: { address: ['The address is in Australia.'] } }],
      `${paymentFailed} The address is in Australia.`,
    ],
    ['an internal error', [saved, { status: 500, body: { detail: 'Sorry' } }], paymentFailed],
    ['a script URL', [saved, { status: 200, body: { url: 'javascript:x' } }], paymentFailed],
    [
      'too many payment pages',
      [saved, { status: 429, body: { detail: 'Too many attempts. Please wait 20 seconds.' } }],
      'Too many attempts. Please wait 20 seconds.',
    ],
    ['an unreadable conflict', [saved, { status: 409, body: '' }], paymentFailed],
    [
      'a rejected cart',
      [
        saved,
        { status: 409, body: { detail: 'You can order at most 10 of one colour at a time.' } },
      ],
      'You can order at most 10 of one colour at a time.',
    ],
  ])('payments 33: with %s shows the reason', async (_, answers, message) => {
    server.answer(...answers);
    expect(await startPayment(checkout)).toMatchObject({ kind: 'failed', message });
  });

  const elsewhere = 'The address is in Australia.';
  test.each<[string, Answer[]]>([
    ['with the form', [{ status: 400, body: { address: [elsewhere] } }]],
    ['with the payment', [saved, { status: 400, body: { address: [elsewhere], items: ['x'] } }]],
  ])('shows the server’s field errors %s', async (_, answers) => {
    server.answer(...answers);
    expect(await startPayment(checkout)).toMatchObject({ fields: { address: elsewhere } });
  });

  test('sends nothing for an address that conflicts with the country', async () => {
    server.answer();
    const abroad = { ...form, address: '1 George Street, Sydney NSW 2000' };
    expect(await startPayment({ ...checkout, form: abroad })).toEqual({
      kind: 'failed',
      message: '',
      fields: {
        address:
          'The address is in Australia, but Shipping Country says United Kingdom. Please change one of them.',
      },
    });
    expect(server.calls).toEqual([]);
  });

  test.each<[string, Answer[]]>([
    ['the form', [{ status: 401, body: { detail: 'x' } }]],
    ['the payment', [saved, { status: 401, body: { detail: 'x' } }]],
  ])('reports a token rejected for %s to the caller', async (_, answers) => {
    server.answer(...answers);
    await expect(startPayment(checkout)).rejects.toMatchObject({ status: 401 });
  });

  test('reports changed stock and prices', async () => {
    const levels = [{ productId: 1, selectedColorId: 11, currentStock: 1 }];
    server.answer(saved, { status: 409, body: { detail: 'x', items: levels } });
    expect(await startPayment(checkout)).toEqual({ kind: 'stock', levels });
    server.answer(saved, { status: 409, body: { detail: 'x', amount: 100 } });
    expect(await startPayment(checkout)).toMatchObject({ kind: 'amount', amount: 10_000 });
  });
});

describe('returning from the payment', () => {
  const frozen = {
    billing_info: 7,
    amount: 90,
    tax: 5.4,
    shipping_cost: 4.5,
    order_amount: 99.9,
    total_items: 2,
    items: [{ product: 1, color_variant: 11, product_name: 'B', product_price: 45, quantity: 2 }],
  };
  const promise = 'Leaves by Wednesday 25 November, arrives 27–30 November';
  const order = { id: 31, promise, paid: 'You paid £99.90, £5.40 of it tax.' };
  const happy: Answer[] = [
    { status: 200, body: frozen },
    { status: 201, body: { id: 21 } },
    { status: 201, body: { ...frozen, id: 31, promise, tax_inside: 0, status: 'processing' } },
  ];

  beforeEach(() => {
    stored.billingFormData.set(form);
    stored.billingInfoId.set('7');
    stored.cartItems.set(items);
    stored.subtotal.set(pence(9000));
  });

  test('makes the three calls with the frozen figures, then forgets the checkout', async () => {
    server.answer(...happy);
    expect(await finishOrder('cs_1', customer)).toEqual(order);
    expect(server.calls.map(({ path, body }) => [path, body])).toEqual([
      ['/api/listing/reduceQuantity/?session_id=cs_1', [{ variant_id: 11, quantity: 2 }]],
      [
        '/api/stripe/save-payment/',
        {
          user: 'u1',
          method: 'stripe',
          amount: 90,
          billing_info: 7,
          status: 'paid',
          session_id: 'cs_1',
        },
      ],
      [
        '/api/listing/orderCreatation/',
        {
          user: 'u1',
          billing_info: 7,
          payment: 21,
          order_amount: 99.9,
          tax: 5.4,
          shipping_cost: 4.5,
          total_items: 2,
          status: 'processing',
          items: frozen.items,
          session_id: 'cs_1',
        },
      ],
    ]);
    expect(server.calls.every(({ authorization }) => authorization === 'Bearer token')).toBe(true);
    expect(Object.keys(local).toSorted()).toEqual(['finishedCheckout', 'root']);
    expect($cartCount.get()).toBe(0);
    expect(isFinished('cs_1')).toBe(true);
    expect(placedOrder('cs_1')).toMatchObject(order);
    expect(placedOrder('cs_2')).toBeNull();
  });

  test('needs nothing from browser storage', async () => {
    local.clear();
    server.answer(...happy);
    await finishOrder('cs_1', customer);
    expect(server.calls[0]?.body).toEqual([]);
  });

  test.each(['', 'x', '{"session": "cs_1", "id": "31"}'])(
    'finds no order if storage holds “%s”',
    (text) => {
      sessionStorage.setItem('placedOrder', text);
      expect(placedOrder('cs_1')).toBeNull();
    },
  );

  test('removes the bought units from the cart, not those another tab added meanwhile', async () => {
    const added = cartOf(product({ id: 2 }), 1, [colour(21, 3)]);
    $root.set({ ...EMPTY_ROOT, cart: [...cartOf(product(), 3, [colour(11, 3)]), ...added] });
    server.answer(...happy);
    await finishOrder('cs_1', customer);
    expect($root.get().cart).toEqual([...cartOf(product(), 1, [colour(11, 3)]), ...added]);
  });

  test('does not empty a cart that was filled after the order was stored', async () => {
    server.answer(...happy, ...happy);
    await finishOrder('cs_1', customer);
    $root.set({ ...EMPTY_ROOT, cart: items });
    await finishOrder('cs_1', customer);
    expect($cartCount.get()).toBe(2);
  });

  test('payments 14: keeps the cart until the order is stored', async () => {
    server.answer(...happy.slice(0, 2), { status: 403, body: { detail: 'x' } });
    await expect(finishOrder('cs_1', customer)).rejects.toMatchObject({ status: 403 });
    expect($cartCount.get()).toBe(2);
    expect(stored.billingInfoId.get()).toBe('7');
    expect(stored.billingFormData.get().name).toBe('');
    expect(isFinished('cs_1')).toBe(false);
  });

  test('tolerates a flaky network and server', async () => {
    const [reduced, paid, ordered] = happy;
    if (!reduced || !paid || !ordered) throw new Error('Three answers are needed');
    server.answer('hang-up', reduced, { status: 503, body: '' }, paid, ordered);
    await finishOrder('cs_1', customer);
    expect(server.calls).toHaveLength(5);
    expect($cartCount.get()).toBe(0);
  });
});

describe('a call is retried', () => {
  test('up to five attempts when the failure is transient', async () => {
    const call = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiError(503)));
    await expect(retry(call, 1)).rejects.toMatchObject({ status: 503 });
    expect(call).toHaveBeenCalledTimes(5);
  });

  test.each([400, 401, 402, 403, 409])('never after a %i', async (status) => {
    const call = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiError(status)));
    await expect(retry(call, 1)).rejects.toMatchObject({ status });
    expect(call).toHaveBeenCalledTimes(1);
  });

  test('never after a bug in our code', async () => {
    const call = vi.fn<() => Promise<never>>(() => Promise.reject(new TypeError('x')));
    await expect(retry(call, 1)).rejects.toThrow(TypeError);
    expect(call).toHaveBeenCalledTimes(1);
  });
});
