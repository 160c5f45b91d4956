import { describe, expect, test } from 'vitest';
import { NO_PENCE, pence } from './money.ts';
import { cancelAmount, refundAmount, settleAmount } from './refund-amount.ts';
import type { RefundableOrder } from './refund-amount.ts';

/** Three at £0.99 and one at £24.50 with 6 % tax: £27.47 and 165 p; delivery £4.95. */
function order(
  given: Partial<NonNullable<RefundableOrder['money']>> = {},
  [first, second] = [0, 0],
): RefundableOrder {
  const full = { discount_pence: NO_PENCE, discount_settled_pence: NO_PENCE };
  const cheap = { ...full, variant_id: 1, unit_pence: pence(99), ordered: 3, to_send: 3 };
  const dear = { ...full, variant_id: 2, unit_pence: pence(2450), ordered: 1, to_send: 1 };
  return {
    lines: [
      { ...cheap, sent: 0, exchanged: 0, refunded: first },
      { ...dear, sent: 0, exchanged: 0, refunded: second },
    ],
    money: {
      tax_basis_points: 600,
      rest_pence: pence(3407),
      shipping_rest_pence: pence(495),
      delivery_shared: false,
      refunds: [],
      ...given,
    },
  };
}

const none = { shipping: NO_PENCE, goodwill: NO_PENCE };

function decided(goods: number, tax: number, given_up_because: string | null = null) {
  return {
    source: 'order' as const,
    goods_pence: pence(goods),
    tax_pence: pence(tax),
    given_up_because,
  };
}

/** The order with 10p off the three cheap units, some of them refunded with their share. */
function after(refunded: number, settled: number): RefundableOrder {
  const discount = { discount_pence: pence(10), discount_settled_pence: pence(settled) };
  const { money, lines } = order({}, [refunded, 0]);
  return {
    money,
    lines: lines.map((line) => (line.variant_id === 1 ? Object.assign(line, discount) : line)),
  };
}

describe('a refund', () => {
  test('adds up goods, their tax, delivery and goodwill', () => {
    expect(
      refundAmount(order(), new Map([[2, 1]]), { shipping: pence(495), goodwill: pence(100) }),
    ).toEqual({ goods: 2450, tax: 147, shipping: 495, goodwill: 100, total: 3192 });
  });

  test('rounds tax on the running total: 6, 6, 6 and 147 pence add up to 165', () => {
    const one = new Map([[1, 1]]);
    // 99 p: 5.94; 198 p: 11.88; 297 p: 17.82; £27.47: 164.82.
    expect(refundAmount(order(), one, none).tax).toBe(6);
    expect(refundAmount(order({ refunds: [decided(99, 6)] }), one, none).tax).toBe(6);
    const two = [decided(99, 6), decided(99, 6)];
    expect(refundAmount(order({ refunds: two }), one, none).tax).toBe(6);
    const three = order({ refunds: [...two, decided(99, 6)] });
    expect(refundAmount(three, new Map([[2, 1]]), none).tax).toBe(147);
  });

  test('gives back what was paid: 10p off three at £0.99 is 3p, 3p and 4p', () => {
    const one = new Map([[1, 1]]);
    expect(refundAmount(after(0, 0), one, none).goods).toBe(96);
    expect(refundAmount(after(1, 3), one, none).goods).toBe(96);
    expect(refundAmount(after(2, 6), one, none).goods).toBe(95);
    expect(refundAmount(after(0, 0), new Map([[1, 3]]), none).goods).toBe(287);
  });

  test('ignores abandoned refunds and those made at Stripe', () => {
    const refunds = [
      decided(2450, 147, 'Decided in the studio.'),
      { source: 'dashboard' as const, goods_pence: null, tax_pence: null, given_up_because: null },
    ];
    expect(refundAmount(order({ refunds }), new Map([[2, 1]]), none).tax).toBe(147);
  });

  test('is nothing for a packer, who sees no money', () => {
    expect(refundAmount({ ...order(), money: null }, new Map([[2, 1]]), none).total).toBe(0);
  });
});

const all = new Map([
  [1, 3],
  [2, 1],
]);

describe('a cancellation', () => {
  test('of some units refunds their price', () => {
    expect(cancelAmount(order(), new Map([[2, 1]]))).toMatchObject({ shipping: 0, total: 2597 });
  });

  test('of the whole order refunds the rest of the payment', () => {
    expect(cancelAmount(order(), all)).toEqual({
      goods: 2747,
      tax: 165,
      shipping: 495,
      goodwill: 0,
      total: 3407,
    });
    // It was charged a pound more than its price.
    expect(cancelAmount(order({ rest_pence: pence(3507) }), all).goodwill).toBe(100);
  });

  test('keeps the delivery charge if something was dispatched', () => {
    const [first, second] = order().lines;
    if (!first || !second) throw new Error('There are two lines');
    const sent = { ...order(), lines: [{ ...first, sent: 1, to_send: 2 }, second] };
    const rest = new Map([
      [1, 2],
      [2, 1],
    ]);
    expect(cancelAmount(sent, rest)).toMatchObject({ goods: 2648, shipping: 0, goodwill: 0 });
  });

  test('never refunds more than is left', () => {
    expect(cancelAmount(order({ rest_pence: pence(2500) }), all)).toMatchObject({
      goods: 2500,
      tax: 0,
      shipping: 0,
      total: 2500,
    });
    expect(cancelAmount(order({ rest_pence: NO_PENCE }), all).total).toBe(0);
  });

  test('refunds no unit twice', () => {
    const shipping = { rest_pence: pence(495), refunds: [decided(2747, 165)] };
    expect(cancelAmount(order(shipping, [3, 1]), all)).toMatchObject({
      goods: 0,
      total: 495,
    });
  });
});

describe('a settled return', () => {
  const items = [{ variant_id: 1, restocked: 1, written_off: 1, refunded: 0, exchanged: 0 }];

  test('refunds the returned units, less a deduction, and part of the delivery', () => {
    expect(
      settleAmount(order(), items, { shipping: pence(395), deduction: pence(10) })?.total,
    ).toBe(198 + 12 + 395 - 10);
  });

  test('refunds only units not refunded yet', () => {
    expect(
      settleAmount(order({ refunds: [decided(198, 12)] }, [2, 0]), items, {
        shipping: NO_PENCE,
        deduction: NO_PENCE,
      })?.total,
    ).toBe(99 + 6);
  });

  test('does not refund another unit in place of one already refunded for it', () => {
    const [back = { variant_id: 1, restocked: 0, written_off: 0 }] = items;
    expect(
      settleAmount(
        order({ refunds: [decided(198, 12)] }, [2, 0]),
        [{ ...back, written_off: 0, refunded: 1, exchanged: 0 }],
        { shipping: NO_PENCE, deduction: NO_PENCE },
      )?.total,
    ).toBe(0);
  });

  test('cannot deduct more than the goods, and refunds nothing when nothing is left', () => {
    const much = { shipping: NO_PENCE, deduction: pence(211) };
    expect(settleAmount(order(), items, much)).toBeNull();
    expect(settleAmount(order({ rest_pence: NO_PENCE }), items, much)?.total).toBe(0);
  });
});
