import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pence } from '#domain/money/money.ts';
import { ApiError } from './http/api-error.ts';
import { login, register } from './auth.ts';
import { fetchCategories } from './catalogue/categories.ts';
import { fetchCategoryProducts, fetchProducts } from './catalogue/listings.ts';
import { fetchOpened } from './catalogue/opened.ts';
import { fetchLiveProducts } from './listing/products.ts';
import { readCheckoutConflict } from './checkout-conflict.ts';
import { createPaymentSession, saveBillingInfo } from './checkout.ts';
import { checkStock } from './listing/stock-check.ts';
import { subscribe } from './subscribe.ts';
import { fetchTaxes } from './tax.ts';
import { registrationFailure } from '#features/account/registration-message.ts';
import { cartOf, colour, product } from '#tests/support/sample-product.ts';
import { startScriptedServer } from '#tests/support/scripted-server.ts';

let server: Awaited<ReturnType<typeof startScriptedServer>>;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());

const customer = { id: 'u1', access: 'token' };

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => new Error('The call succeeded'),
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw error;
}

describe('a failed call', () => {
  test('reports a missing network', async () => {
    server.answer('hang-up');
    const error = await failureOf(fetchProducts());
    expect(error).toMatchObject({ status: 0, message: 'Network error', detail: null });
  });

  test.each([500, 404, 503])(
    'with %i and no message reports that the response was not ok',
    async (status) => {
      server.answer({ status, body: '<h1>Oops</h1>' });
      const error = await failureOf(fetchProducts());
      expect(error).toMatchObject({ status, message: 'Network response was not ok', detail: null });
    },
  );

  test('passes on the server’s message', async () => {
    server.answer({ status: 404, body: { detail: 'No such category' } });
    const error = await failureOf(fetchCategoryProducts(9));
    expect(error).toMatchObject({ status: 404, message: 'No such category' });
  });

  test('carries the messages by field', async () => {
    server.answer({ status: 400, body: { email: ['Enter a valid email address.'] } });
    const error = await failureOf(subscribe('nobody', 'footer'));
    expect(error.fields).toEqual({ email: ['Enter a valid email address.'] });
  });

  test('carries the seconds to wait', async () => {
    server.answer({ status: 429, body: { detail: 'Slow down' }, headers: { 'Retry-After': '7' } });
    expect(await failureOf(subscribe('a@b.c', 'footer'))).toMatchObject({
      message: 'Slow down',
      retryAfter: 7,
      isPassing: true,
      isTooMany: true,
    });
  });

  test('has a general message for a rate limit without Retry-After', async () => {
    server.answer({ status: 429, body: 'Too Many Requests' });
    expect(await failureOf(login({ username: 'ada', password: 'secret' }))).toMatchObject({
      message: 'Too many attempts. Please wait a moment and try again.',
      retryAfter: null,
      isTooMany: true,
    });
  });

  test.each([
    ['is not JSON', 'hello'],
    ['is empty', ''],
    ['is not a list', { results: [] }],
    ['lacks a field', [{ ...product(), name: undefined }]],
    ['has an invalid price', [product({ price: 'free' })]],
  ])('is reported when the response %s', async (_, body) => {
    server.answer({ status: 200, body });
    expect(await failureOf(fetchProducts())).toMatchObject({ status: 200 });
  });

  test('passes on an abort unchanged', async () => {
    const leaving = new AbortController();
    leaving.abort();
    await expect(fetchCategories(leaving.signal)).rejects.toThrow('aborted');
  });

  test.each([
    [0, true],
    [429, true],
    [500, true],
    [502, true],
    [400, false],
    [401, false],
    [402, false],
    [409, false],
  ])('with %i is transient: %s', (status, passing) => {
    expect(new ApiError(status).isPassing).toBe(passing);
  });
});

describe('the calls of the specification', () => {
  test('login sends username and password, and reads id and access token', async () => {
    server.answer({ status: 200, body: { id: 'u1', token: { access: 'a', refresh: 'r' } } });
    expect(await login({ username: 'ada', password: 'secret' })).toEqual({ id: 'u1', access: 'a' });
    expect(server.calls).toEqual([
      {
        method: 'POST',
        path: '/api/auth/login/',
        authorization: undefined,
        body: { username: 'ada', password: 'secret' },
      },
    ]);
  });

  test('a login response without a token fails', async () => {
    server.answer({ status: 200, body: { id: 'u1' } });
    const error = await failureOf(login({ username: 'ada', password: 'secret' }));
    expect(error.message).toBe('Network response was not ok');
  });

  test('categories and products are read completely', async () => {
    server.answer({ status: 200, body: [{ id: 1, name: 'Women' }] });
    expect(await fetchCategories()).toEqual([{ id: 1, name: 'Women' }]);
    server.answer({ status: 200, body: [product()] });
    expect((await fetchCategoryProducts(3)).products).toEqual([product()]);
    expect(server.calls[0]?.path).toBe('/api/listing/productListing/3/');
  });

  test('live products are requested by id, each once', async () => {
    server.answer({ status: 200, body: [product()] });
    expect(await fetchLiveProducts([1, 2, 1])).toEqual([product()]);
    expect(server.calls[0]?.path).toBe('/api/listing/liveProducts/?ids=1,2');
  });

  test('a stock check sends ids only, with the token if there is one', async () => {
    const level = { productId: 1, selectedColorId: 11, currentStock: 4 };
    server.answer({ status: 200, body: [level] }, { status: 200, body: [level] });
    const line = { productId: 1, selectedColorId: 11, quantity: 2 };
    expect(await checkStock([line])).toEqual([level]);
    await checkStock([line], 'token');
    expect(server.calls.map(({ authorization }) => authorization)).toEqual([
      undefined,
      'Bearer token',
    ]);
    expect(server.calls[0]?.body).toEqual({ items: [{ productId: 1, selectedColorId: 11 }] });
  });

  test.each([
    [{ tax: 17.5 }, 17.5],
    [{ tax: 0 }, 0],
    [{}, 6],
    [{ tax: null }, 6],
  ])('the tax of %j is %d per cent', async (body, percent) => {
    server.answer({ status: 200, body });
    expect(await fetchTaxes()).toEqual({ tax: percent, inside: 0 });
  });

  test.each([{ tax: '6' }, { tax: -1 }, { tax: 101 }, []])(
    '%j is not a valid tax',
    async (body) => {
      server.answer({ status: 200, body });
      expect(await failureOf(fetchTaxes())).toMatchObject({ status: 200 });
    },
  );

  test('billing is saved with the user and without the country', async () => {
    server.answer({ status: 201, body: { id: 7 } });
    const form = { name: 'Ada', address: 'A', email: 'a@b.c', phone: '1', country: 'GB' };
    expect(await saveBillingInfo(form, customer)).toBe(7);
    expect(server.calls[0]).toEqual({
      method: 'POST',
      path: '/api/stripe/save-billing-info/',
      authorization: 'Bearer token',
      body: { name: 'Ada', address: 'A', email: 'a@b.c', phone: '1', user: 'u1' },
    });
  });

  test('a payment is opened with the total in pounds and the lines', async () => {
    server.answer({ status: 200, body: { url: 'https://pay.example/cs_1' } });
    const items = cartOf(product(), 2, [colour(11, 3)]);
    const request = { amount: pence(9540), country: 'GB', items, billingInfo: 7 };
    expect(await createPaymentSession(request, customer)).toBe('https://pay.example/cs_1');
    expect(server.calls[0]?.body).toEqual({
      method: 'stripe',
      amount: 95.4,
      user: 'u1',
      country: 'GB',
      items: [{ productId: 1, selectedColorId: 11, quantity: 2 }],
      billing_info: 7,
    });
  });
});

describe('a rejected payment', () => {
  const level = { productId: 1, selectedColorId: 11, currentStock: 1 };
  test.each([
    ['stock', { detail: 'x', items: [level] }, { kind: 'stock', levels: [level] }],
    [
      'amount',
      { detail: 'x', amount: 95.4 },
      { kind: 'amount', amount: 9540, off: 0, refused: '' },
    ],
    [
      'a refused code',
      { detail: 'It has expired.', amount: 95.4, discount: 0, reason: 'code_refused' },
      { kind: 'amount', amount: 9540, off: 0, refused: 'It has expired.' },
    ],
    ['no conflict if it is unreadable', { detail: 'x' }, null],
  ])('reports %s', (_, body, conflict) => {
    expect(readCheckoutConflict(new ApiError(409, body))).toEqual(conflict);
  });

  test.each([new ApiError(400, { amount: 1 }), new Error('x'), null])(
    '%s is not a conflict',
    (error) => {
      expect(readCheckoutConflict(error)).toBeNull();
    },
  );
});

describe('a failed registration shows the texts of the specification', () => {
  test.each([
    [{ username: ['Username already exists'] }, 'username', 'Username already exists'],
    [{ email: ['Email already exists'] }, 'email', 'Email already exists'],
    [{ username: [], email: [] }, 'username', 'Username already exists'],
    [
      { password: ['Use at least 8 characters.'] },
      'password',
      'Registration failed. Please try again. Use at least 8 characters.',
    ],
    [{ detail: 'Broken' }, null, 'Registration failed. Please try again.'],
  ])('%j', async (body, field, text) => {
    server.answer({ status: 400, body });
    const registration = { username: 'ada', email: 'a@b.c', password: 'x' };
    expect(registrationFailure(await failureOf(register(registration)))).toEqual({ field, text });
  });

  test('except for a rate limit, which shows how long to wait', async () => {
    const text = 'Too many attempts. Please wait 20 seconds.';
    server.answer({ status: 429, body: { detail: text }, headers: { 'Retry-After': '20' } });
    const registration = { username: 'ada', email: 'a@b.c', password: 'x' };
    const failure = registrationFailure(await failureOf(register(registration)));
    expect(failure).toEqual({ field: null, text });
  });
});

test('the next opening is converted to the device’s clock, however wrong', async () => {
  const now = Date.now();
  const headers = { Date: new Date(now + 3600_000).toUTCString() };
  const until = new Date(now + 2 * 3600_000).toISOString();
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ products: [], until }, { headers })),
  );
  try {
    const opened = await fetchOpened();
    expect((opened.until ?? 0) - now).toBeGreaterThan(3590_000);
    expect((opened.until ?? 0) - now).toBeLessThan(3610_000);
  } finally {
    vi.unstubAllGlobals();
  }
});
