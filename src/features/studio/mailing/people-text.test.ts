import { expect, test } from 'vitest';
import { peopleText } from './people-text.ts';

test.each([
  [0, '0 people'],
  [1, '1 person'],
  [1200, '1,200 people'],
])('%i is %s', (count, text) => {
  expect(peopleText(count)).toBe(text);
});
