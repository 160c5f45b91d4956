import { expect, test } from 'vitest';
import { countText } from './count-text.ts';

test.each([
  [0, '0 pieces'],
  [1, '1 piece'],
  [2, '2 pieces'],
])('%i is displayed as %j', (count, text) => {
  expect(countText(count, 'piece')).toBe(text);
});
