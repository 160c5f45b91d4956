import { expect, test } from 'vitest';
import { visibleLine, visibleText } from './plain-line.ts';

test.each([
  'Zoë O’Neill-Smith',
  'علی\u200Cرضا',
  'ക്\u200Dഷ',
  '山田 太郎 👒',
  '葛\u{E0100}城 ❤️',
  '👩🏽‍🚀 👩‍👩‍👧 🏴‍☠️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇬🇧',
  'two\n\nlines',
])('%j is unchanged', (text) => {
  expect(visibleText(text)).toBe(text);
});

test.each([
  ['\u202A+44 20 7946 0000\u202C', '+44 20 7946 0000'],
  ['Ada\u200D', 'Ada'],
  ['\u200CAda', 'Ada'],
  ['Ada \u200C Lovelace', 'Ada  Lovelace'],
  ['Ada\u202Eecalevol', 'Adaecalevol'],
  ['Ada\u2066 \u2069Lovelace', 'Ada Lovelace'],
  ['Ada\u200BLove\u00ADlace', 'AdaLovelace'],
  ['\uFEFFAda\u034F\u3164', 'Ada'],
  ['Ada\tLovelace', 'Ada Lovelace'],
  ['Ada\u0000\uD83D', 'Ada'],
  ['1 High Street\r\nLeeds\u2028LS1 1AA\rUK', '1 High Street\nLeeds\nLS1 1AA\nUK'],
])('%j becomes %j', (text, visible) => {
  expect(visibleText(text)).toBe(visible);
});

test('in a single line only invisible breaks become spaces', () => {
  expect(visibleLine('Ada\u2028Lovelace\u0085Byron')).toBe('Ada Lovelace Byron');
  expect(visibleLine('Ada\r\nLovelace')).toBe('Ada\nLovelace');
});
