import { expect, test } from 'vitest';
import { editOf, editRows } from './order-edit.ts';

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

test('a piece chosen from the stock takes the place of another', () => {
  const piece = { color_name: 'Ink', free: 5 };
  const chosen = [
    { ...piece, variant_id: 9, product_id: 2, product_name: 'Hat' },
    { ...piece, variant_id: 8, product_id: 3, product_name: 'Bow' },
  ];
  const rows = editRows([line(1, 3, [{ id: 2, free: 9 }])], chosen);
  const { swaps } = editOf(rows, new Map([1, 2, 8, 9].map((id) => [id, id === 1 ? 0 : 1])));
  expect(swaps.map(({ from, to, quantity }) => [from, to, quantity])).toEqual([
    [1, 2, 1],
    [1, 8, 1],
    [1, 9, 1],
  ]);
});
