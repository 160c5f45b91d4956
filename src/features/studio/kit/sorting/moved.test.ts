import { expect, test } from 'vitest';
import { movedTo, placeText } from './moved.ts';

test.each([
  ['c', 0, 'cab'],
  ['a', 1, 'bac'],
  ['a', 9, 'bca'],
  ['b', -1, 'bac'],
])('moving %s to %i makes it %s', (slug, to, text) => {
  expect(movedTo(['a', 'b', 'c'], slug, to).join('')).toBe(text);
});

test('places count from one', () => {
  expect(placeText(['a', 'b'], 'b')).toBe('place 2 of 2');
});
