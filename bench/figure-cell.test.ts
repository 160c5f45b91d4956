import { expect, test } from 'vitest';
import { figureCell } from './figure-cell.ts';

test.each([
  [[undefined, 50], '–'],
  [[40, undefined], '40'],
  [[40, 50], '40 ≤ 50'],
  [[50, 50], '50 ≤ 50'],
  [[51, 50], '51 ≤ 50 ✗'],
  [[50, 40, 100], '50 ≤ 40 ✗ ×0.50'],
  [[50, undefined, 0], '50'],
] as const)('formats %j as "%s"', ([value, limit, other], cell) => {
  expect(figureCell(value, limit, other)).toBe(cell);
});
