import { expect, test } from 'vitest';
import { FailureText } from './release-failure.ts';

const allowed = { reason: 'not_allowed' };
const sentence = 'First allow what the preview warns about.';
const outAgain = `${sentence} The release’s new products have been removed again.`;

test.each([
  [allowed, sentence],
  [{ ...allowed, archived: [] }, outAgain],
  [
    { ...allowed, archived: ['cap', 'hat'] },
    `${outAgain} Bought before that, so archived: cap, hat.`,
  ],
  [{ error: 'deadlock detected' }, 'The shop could not publish it: deadlock detected.'],
])('a release that failed with %j reads “%s”', (failure, text) => {
  expect(FailureText.parse(failure)).toBe(text);
});
