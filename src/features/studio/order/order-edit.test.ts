import { expect, test } from 'vitest';
import { NO_PENCE, pence } from '#domain/money.ts';
import { editOf, editRows, swapCost } from './order-edit.ts';

const line = (variant_id: number, to_send: number, swaps: { id: number; free: number }[] = []) => ({
  variant_id,
  product_id: 1,
  product_name: 'Cap',
  color_name: `Colour ${variant_id}`,
  to_send,
  swaps: swaps.map(({ id, free }) => ({ variant_id: id, color_name: `Colour ${id}`, free })),
});

test('an edit offers no more of a product than was bought, and no more of a colour than is in stock', () => {
  const rows = editRows([
    line(1, 3, [
      { id: 2, free: 9 },
      { id: 3, free: 1 },
    ]),
    line(2, 1),
  ]);
  expect(rows.map(({ variant_id, now, most }) => [variant_id, now, most])).toEqual([
    [1, 3, 3],
    [2, 1, 4],
    [3, 0, 1],
  ]);
});

test('fewer of one colour is a swap as far as another has more, and a removal beyond', () => {
  const rows = editRows([line(1, 3, [{ id: 2, free: 9 }]), line(4, 1)]);
  expect(editOf(rows, new Map([[2, 2]]))).toEqual({
    swaps: [{ from: 1, to: 2, quantity: 2 }],
    removed: new Map([
      [1, 1],
      [4, 1],
    ]),
    tooMany: null,
  });
  expect(
    editOf(
      rows,
      new Map([
        [1, 3],
        [2, 1],
        [4, 1],
      ]),
    ),
  ).toMatchObject({ swaps: [], tooMany: 'Cap' });
});

test('a piece chosen from the stock takes the place of another, at today’s price less what was paid, with tax', () => {
  const piece = { color_name: 'Ink', free: 5 };
  const chosen = [
    { ...piece, variant_id: 9, product_id: 2, product_name: 'Hat', price_pence: pence(3000) },
    { ...piece, variant_id: 8, product_id: 3, product_name: 'Bow', price_pence: pence(1000) },
  ];
  const rows = editRows([line(1, 3, [{ id: 2, free: 9 }])], chosen);
  const { swaps } = editOf(rows, new Map([1, 2, 8, 9].map((id) => [id, id === 1 ? 0 : 1])));
  expect(swaps.map(({ from, to, quantity }) => [from, to, quantity])).toEqual([
    [1, 2, 1],
    [1, 8, 1],
    [1, 9, 1],
  ]);
  const units = { ordered: 3, sent: 0, to_send: 3, refunded: 0, exchanged: 0 };
  const discount = { discount_pence: pence(300), discount_settled_pence: NO_PENCE };
  const lines = [{ variant_id: 1, unit_pence: pence(2100), ...discount, ...units }];
  const sums = {
    rest_pence: pence(9999),
    shipping_rest_pence: NO_PENCE,
    delivery_shared: false,
    refunds: [],
  };
  const order = { lines, money: { tax_basis_points: 1000, ...sums } };
  expect(swaps.map((swap) => swapCost(order, rows, swap))).toEqual([0, -1100, 1100]);
  expect(swaps.map((swap) => swapCost({ lines, money: null }, rows, swap))).toEqual([
    0,
    null,
    null,
  ]);
});
