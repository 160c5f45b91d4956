import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { factsOf } from '../support/checkout-facts.ts';
import { newShopper, sessionOf } from '../support/shopper.ts';
import { linesOf } from '../support/log-lines.ts';

const { backend, shop } = await openBackend();
beforeEach(() => backend.stripe.reset());

describe('when Stripe', () => {
  const unavailable = {
    detail:
      'The payment provider did not respond. Nothing was charged and your cart is kept. Please try again in a few minutes.',
  };

  test.each([
    ['is broken', { outcome: 500 as const, times: 9 }],
    ['is too busy', { outcome: 429 as const, times: 9 }],
    ['cannot be reached', { outcome: 'drop' as const, times: 9 }],
    [
      'never answers for what it did',
      { outcome: 'drop' as const, when: 'after' as const, times: 9 },
    ],
  ])(
    'payments 33: %s, the shopper reads that nothing was charged and may try again, and nothing is held',
    async (_name, fault) => {
      await backend.stripe.fail({ method: 'POST', path: '/v1/checkout/sessions', ...fault });
      const sku = await shop.newSku(2);
      const shopper = await newShopper(backend);
      const wanted = [{ sku, quantity: 2 }];
      const reply = await shopper.checkOut(wanted);
      expect(reply).toMatchObject({ status: 502, body: unavailable });
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(await shop.freeUnitsOf(sku)).toBe(2);

      await backend.stripe.reset();
      expect(await shopper.checkOut(wanted)).toMatchObject({ status: 200 });
      expect(await shop.freeUnitsOf(sku)).toBe(0);
    },
  );

  test.each([400, 401, 403] as const)(
    'payments 17: refuses with %i, nothing is held, it is logged as an error, and the message does not suggest a retry',
    async (outcome) => {
      const logged = vi.spyOn(console, 'error').mockReturnValue();
      await backend.stripe.fail({ method: 'POST', path: '/v1/checkout/sessions', outcome });
      const sku = await shop.newSku(2);
      const shopper = await newShopper(backend);
      expect(await shopper.checkOut([{ sku, quantity: 2 }])).toMatchObject({
        status: 502,
        body: {
          detail:
            'We cannot take payment for this order at the moment. Nothing was charged and your cart is kept. We are looking into it.',
        },
      });
      expect(linesOf(logged)).toContainEqual(
        expect.objectContaining({
          message: 'STRIPE REFUSED a payment page',
          checkout: expect.any(String),
          why: expect.any(String),
        }),
      );
      expect(await shop.freeUnitsOf(sku)).toBe(2);
      logged.mockRestore();
    },
  );

  test('payments 9: fails once, the shopper does not notice and there is one session', async () => {
    await backend.stripe.fail({
      method: 'POST',
      path: '/v1/checkout/sessions',
      outcome: 'drop',
      when: 'after',
    });
    const sku = await shop.newSku(2);
    const shopper = await newShopper(backend);
    expect(await shopper.checkOut([{ sku, quantity: 1 }])).toMatchObject({ status: 200 });
    expect(await backend.stripe.sessions()).toHaveLength(1);
  });

  test('cannot close the first payment page, the first checkout stays unchanged', async () => {
    const [first, second] = [await shop.newSku(1), await shop.newSku(1)];
    const shopper = await newShopper(backend);
    const old = await shopper.paymentPage([{ sku: first, quantity: 1 }]);
    await backend.stripe.fail({ path: '/v1/checkout/sessions/*', outcome: 'drop', times: 9 });
    // The first page may have been paid, so the message must not say that nothing was charged.
    expect(await shopper.checkOut([{ sku: second, quantity: 1 }])).toMatchObject({
      status: 502,
      body: {
        detail:
          'The payment provider did not respond. Your cart is kept. Please try again in a few minutes.',
      },
    });
    expect(await factsOf(backend.database, sessionOf(old))).toMatchObject({ status: 'open' });
    expect(await shop.freeUnitsOf(first)).toBe(0);
    expect(await shop.freeUnitsOf(second)).toBe(1);
  });
});
