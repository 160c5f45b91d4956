import { expect, test } from 'vitest';
import { countedHost, countedText } from './counts.ts';

test('a text is counted trimmed, in lower case and cut to 40 characters', () => {
  expect(countedText('  Velvet\n  Bucket  HAT ')).toBe('velvet bucket hat');
  expect(countedText('x'.repeat(60))).toBe('x'.repeat(40));
  expect(countedText('🧢'.repeat(41))).toBe('🧢'.repeat(40));
  expect(countedText('501 jeans 2024')).toBe('501 jeans 2024');
});

test.each([
  'ada@example.com',
  'ada%40example.com',
  '07700 900 123',
  '4242-4242-4242-4242',
  '٠١٢٣٤',
  'order 12345',
  '1.2.3.4.5',
])('%s might name somebody, so its words are not kept', (text) => {
  expect(countedText(text)).toBe('');
});

test.each([
  ['', 'direct'],
  ['www.Instagram.com', 'instagram.com'],
  [`${'a'.repeat(36)}.blogs.example.com`, `${'a'.repeat(36)}.blogs.example.com`],
  [`www.${'a'.repeat(76)}.com`, `${'a'.repeat(76)}.com`],
  [`${'a'.repeat(77)}.com`, ''],
  ['l.facebook.com', 'l.facebook.com'],
  ['localhost', ''],
  ['192.168.0.1', ''],
  ['example.com:8080', ''],
  ['a b.com', ''],
])('an arrival from %j is counted under %j', (host, counted) => {
  expect(countedHost(host)).toBe(counted);
});
