import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeStorage } from '#tests/support/fake-storage.ts';
import { cartOf, colour, product } from '#tests/support/sample-product.ts';
import { expiredToken, liveToken, tokenWith } from '#tests/support/sample-token.ts';

const local = new FakeStorage();
const session = new FakeStorage();
vi.stubGlobal('localStorage', local);
vi.stubGlobal('sessionStorage', session);

/** Loads the stores like a newly opened page. */
async function openPage() {
  vi.resetModules();
  return {
    ...(await import('./root.ts')),
    ...(await import('./cart.ts')),
    ...(await import('./checkout/cart-sync.ts')),
    ...(await import('./session.ts')),
    ...(await import('./login/login.ts')),
    ...(await import('./live-session.ts')),
    ...(await import('./toast.ts')),
    ...(await import('./return-target.ts')),
    ...(await import('#features/listing/remembered-products.ts')),
    stored: await import('./checkout/checkout-storage.ts'),
    reference: await import('#features/cart/first-state/cart-reference.ts'),
  };
}

beforeEach(() => {
  local.clear();
  session.clear();
});

describe('the persisted state', () => {
  test('is stored under the key root: products, cart and token', async () => {
    const page = await openPage();
    page.addToCart(product(), 11);
    page.logIn({ id: 'u1', access: liveToken() });
    const stored: unknown = JSON.parse(local.getItem('root') ?? '');
    expect(stored).toMatchObject({
      products: [],
      cart: [{ id: 1, quantity: 1, selectedColor: { id: 11 } }],
      token: { id: 'u1' },
    });
    const next = await openPage();
    expect(next.$cartCount.get()).toBe(1);
    expect(next.$session.get()?.id).toBe('u1');
  });

  test.each([
    ['nothing', ''],
    ['invalid JSON', '{"cart": ['],
    ['null', 'null'],
    ['a list', '[]'],
    ['wrong types', '{"cart": 5, "products": {}, "token": "x"}'],
    ['a damaged line', JSON.stringify({ cart: [{ id: 1 }, null, 'x'] })],
  ])('is empty if storage holds %s', async (_, text) => {
    local.setItem('root', text);
    const page = await openPage();
    expect(page.$root.get()).toEqual(page.EMPTY_ROOT);
  });

  test('drops a damaged line and keeps the others', async () => {
    local.setItem('root', JSON.stringify({ cart: [...cartOf(product(), 2), { id: 3 }] }));
    const page = await openPage();
    expect(page.$cartCount.get()).toBe(4);
  });

  test('truncates a huge catalogue, so that the cart still fits', async () => {
    const page = await openPage();
    page.addToCart(product(), 11);
    page.rememberProducts(Array.from({ length: 5000 }, (_, id) => product({ id })));
    expect(page.$root.get().products.length).toBe(200);
    expect(page.$cartCount.get()).toBe(1);
  });
});

describe('the cart', () => {
  test('reports whether a colour was added', async () => {
    const page = await openPage();
    const single = product({ color_variants: [colour(11, 1), colour(12, 0)] });
    expect(page.addToCart(single, 11)).toBe('added');
    expect(page.addToCart(single, 11)).toBe('out-of-stock');
    expect(page.addToCart(single, 12)).toBe('out-of-stock');
    expect(page.addToCart(single, 99)).toBe('out-of-stock');
    expect(page.$cartCount.get()).toBe(1);
  });

  test('applies quantities, removals and stock checks', async () => {
    const page = await openPage();
    const line = { productId: 1, selectedColorId: 11 };
    page.addToCart(product(), 11);
    page.addToCart(product(), 12);
    page.setQuantity(line, 3);
    expect(page.$cartCount.get()).toBe(4);
    expect(page.applyStock([{ ...line, currentStock: 2 }])).toHaveLength(1);
    expect(page.$cartCount.get()).toBe(3);
    page.removeLine(line);
    expect(page.$cartCount.get()).toBe(1);
  });

  test('makes no stock check for an empty cart', async () => {
    const page = await openPage();
    expect(await page.syncCart()).toEqual([]);
  });
});

describe('a shopper', () => {
  test('is logged out by an expired token, and keeps the cart', async () => {
    const page = await openPage();
    page.addToCart(product(), 11);
    page.logIn({ id: 'u1', access: expiredToken() });
    expect(page.$session.get()).toBeNull();
    expect(page.currentSession()).toBeNull();
    expect(page.$cartCount.get()).toBe(1);
  });

  test('is logged out while the page is open, once the token has expired', async () => {
    const page = await openPage();
    page.logIn({ id: 'u1', access: liveToken() });
    expect(page.currentSession()).not.toBeNull();
    vi.useFakeTimers({ now: Date.now() + 2 * 3600 * 1000 });
    expect(page.currentSession()).toBeNull();
  });

  test('can log out', async () => {
    const page = await openPage();
    page.logIn({ id: 'u1', access: liveToken() });
    page.logOut();
    expect(page.$session.get()).toBeNull();
    expect(page.$root.get().token).toEqual({ id: null, access: null });
  });

  test('returns to the remembered page after login, once, and only within the shop', async () => {
    const page = await openPage();
    page.rememberReturn('/billing');
    expect(page.takeReturn()).toBe('/billing');
    expect(page.takeReturn()).toBeNull();
    page.rememberReturn('//evil.example');
    expect(page.takeReturn()).toBe('/');
  });
});

describe('with a clock 40 days off', () => {
  const dayMs = 86_400_000;
  const now = Date.now();
  const issued = Math.floor(now / 1000);
  const access = tokenWith({ iat: issued, exp: issued + 3600 });

  beforeEach(() => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ token: { access } })));
  });

  /** Opens a page after a login, on a device whose clock is off by `off` milliseconds. */
  async function openLoggedIn(off: number) {
    vi.useFakeTimers({ now: now + off });
    const page = await openPage();
    page.logIn({ id: 'u1', access });
    await page.liveSession();
    return page;
  }

  test.each([-40, 40])('(%i) a login lasts as long as by the server’s clock', async (days) => {
    await openLoggedIn(days * dayMs);
    const next = await openPage();
    vi.setSystemTime(now + days * dayMs + 3500_000);
    expect(next.currentSession()).toEqual({ id: 'u1', access });
    vi.setSystemTime(now + days * dayMs + 3700_000);
    expect(next.currentSession()).toBeNull();
  });

  test.each([-40, 40])(
    '(%i) that is then corrected, the login is renewed once more',
    async (days) => {
      const page = await openLoggedIn(days * dayMs);
      vi.setSystemTime(now);
      expect(page.currentSession()).toBeNull();
      expect(await page.liveSession()).toEqual({ id: 'u1', access });
      expect(local.getItem('clockOffset')).toBeNull();
    },
  );
});

describe('a toast', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  test('hides after three seconds', async () => {
    const page = await openPage();
    page.showToast('Your cart is empty.');
    vi.advanceTimersByTime(2999);
    expect(page.$toast.get()?.message).toBe('Your cart is empty.');
    vi.advanceTimersByTime(1);
    expect(page.$toast.get()).toBeNull();
  });

  test('restarts its timer when shown again', async () => {
    const page = await openPage();
    page.showToast('Added');
    const first = page.$toast.get()?.id;
    vi.advanceTimersByTime(2000);
    page.showToast('Added');
    expect(page.$toast.get()?.id).not.toBe(first);
    vi.advanceTimersByTime(2000);
    expect(page.$toast.get()).not.toBeNull();
    page.hideToast();
    expect(page.$toast.get()).toBeNull();
  });

  test('can wait for the next page, which shows it once', async () => {
    const page = await openPage();
    page.showToastOnNextPage('Only 2 left.');
    const next = await openPage();
    const stop = next.$toast.subscribe(() => undefined);
    vi.advanceTimersByTime(1);
    expect(next.$toast.get()?.message).toBe('Only 2 left.');
    stop();
    expect(session.getItem('nextPageToast')).toBeNull();
  });
});

describe('the checkout in browser storage', () => {
  test('is stored under the specification’s keys, money in pounds', async () => {
    const { stored } = await openPage();
    const form = { name: 'Ada', address: 'A', email: 'a@b.c', phone: '1', country: 'GB' };
    stored.billingFormData.set(form);
    stored.billingInfoId.set('7');
    stored.taxRate.set(6);
    stored.cartItems.set(cartOf(product(), 1));
    local.setItem('shippingCost', '4.5');
    local.setItem('subtotal', '90.00');
    expect(Object.keys(local).toSorted()).toEqual([
      'billingFormData',
      'billingInfoId',
      'cartItems',
      'shippingCost',
      'subtotal',
      'taxRate',
    ]);
    expect(stored.billingFormData.get()).toEqual(form);
    expect(stored.billingInfoId.get()).toBe('7');
    expect(local.getItem('taxRate')).toBe('6');
    expect(stored.cartItems.get()).toHaveLength(2);
    expect(stored.shippingCost.get()).toBe(450);
    const subtotal = stored.subtotal.get();
    expect(subtotal).toBe(9000);
    stored.subtotal.set(subtotal);
    expect(local.getItem('subtotal')).toBe('90.00');
    stored.subtotal.remove();
    expect(local.getItem('subtotal')).toBeNull();
  });

  test('is empty, with tax and shipping 0, if storage is empty or invalid', async () => {
    for (const text of [null, '', '{', 'NaN', '-1', '[1, null]']) {
      for (const key of ['billingFormData', 'taxRate', 'shippingCost', 'cartItems', 'subtotal']) {
        if (text !== null) local.setItem(key, text);
      }
      const { stored } = await openPage();
      expect(stored.billingFormData.get().name).toBe('');
      expect(stored.billingInfoId.get()).toBe('');
      expect(stored.taxRate.get()).toBe(0);
      expect(stored.shippingCost.get()).toBe(0);
      expect(stored.subtotal.get()).toBe(0);
      expect(stored.cartItems.get()).toEqual([]);
    }
  });
});

describe('with full storage', () => {
  beforeEach(() => {
    for (const storage of [local, session]) {
      vi.spyOn(storage, 'setItem').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });
    }
  });

  test('the page works with values it could not store', async () => {
    const page = await openPage();
    expect(page.addToCart(product(), 11)).toBe('added');
    page.logIn({ id: 'u1', access: liveToken() });
    page.stored.billingInfoId.set('7');
    page.rememberReturn('/billing');
    expect(page.$cartCount.get()).toBe(1);
    expect(page.currentSession()?.id).toBe('u1');
    expect(page.stored.billingInfoId.get()).toBe('7');
    expect(page.takeReturn()).toBe('/billing');
    page.stored.billingInfoId.remove();
    expect(page.stored.billingInfoId.get()).toBe('');
    page.restoreRoot();
    expect(page.$cartCount.get()).toBe(1);
  });

  test('cart and login replace products that can be fetched again', async () => {
    vi.mocked(local.setItem).mockImplementation((key, text) => {
      if (text.length > 2000) throw new DOMException('full', 'QuotaExceededError');
      local[key] = text;
    });
    const page = await openPage();
    page.rememberProducts(Array.from({ length: 100 }, (_, id) => product({ id })));
    page.addToCart(product(), 11);
    expect(page.$root.get().products).toHaveLength(100);
    const next = await openPage();
    expect(next.$cartCount.get()).toBe(1);
  });

  test('the page follows values stored by another tab since', async () => {
    const page = await openPage();
    page.stored.billingInfoId.set('7');
    local['billingInfoId'] = '8';
    expect(page.stored.billingInfoId.get()).toBe('8');
  });
});

test('the cart’s reference is random, and the same until the tab closes', async () => {
  const { reference } = await openPage();
  const first = reference.cartReference();
  expect(first).toMatch(/^MC-[A-Z2-9]{8}$/);
  expect(reference.cartReference()).toBe(first);
  session.clear();
  expect(reference.cartReference()).not.toBe(first);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
