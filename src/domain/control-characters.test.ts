import { expect, test } from 'vitest';
import { hasControlCharacters } from './control-characters.ts';

test.each([
  ['Crème 45 £\t\r\n', false],
  ['👒', false],
  ['\u0000', true],
  ['a\u001Bb', true],
  ['\u007F', true],
  ['\uD83D', true],
])('%j has control characters: %s', (text, has) => {
  expect(hasControlCharacters(text)).toBe(has);
});
