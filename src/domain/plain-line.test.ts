import { expect, test } from 'vitest';
import { hasInvisibleCharacters, hasLineBreak } from './plain-line.ts';

test.each([
  ['Zoë O’Neill-Smith', false],
  ['علی\u200Cرضا', false],
  ['ക്\u200Dഷ', false],
  ['山田 太郎 👒', false],
  ['Ada\u200D', true],
  ['\u200CAda', true],
  ['Ada \u200C Lovelace', true],
  ['Ada\u202Eecalevol', true],
  ['Ada\u2066Lovelace', true],
  ['Ada\u200BLovelace', true],
  ['Ada\u00ADLovelace', true],
  ['Ada\uFEFFLovelace', true],
  ['Ada\tLovelace', true],
  ['Ada\u0000', true],
  ['Ada\uD83D', true],
])('%j has invisible characters: %s', (text, has) => {
  expect(hasInvisibleCharacters(text)).toBe(has);
});

test.each(['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029'])('%j breaks the line', (text) => {
  expect(hasLineBreak(`a${text}b`)).toBe(true);
  expect(hasLineBreak('a b')).toBe(false);
});
