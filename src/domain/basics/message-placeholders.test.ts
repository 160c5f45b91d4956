import { expect, test } from 'vitest';
import { filledIn, openPlaceholders, unknownPlaceholders } from './message-placeholders.ts';

const facts = { name: '  Ada  King Lovelace', order: '10000042' };

test('placeholders become the first name and the order number', () => {
  const text = 'Hello {first name}, order {order number} of {first name} {and more}';
  expect(filledIn(text, facts)).toBe('Hello Ada, order 10000042 of Ada {and more}');
});

test('a name that looks like a replacement pattern or a placeholder is only a name', () => {
  expect(filledIn('{first name}', { ...facts, name: '$& {x}' })).toBe('$&');
});

test('a misspelt placeholder is reported', () => {
  expect(unknownPlaceholders('{first name} {frist name} {}')).toEqual(['{frist name}', '{}']);
  expect(openPlaceholders('Hello {first name}')).toEqual(['{first name}']);
  expect(openPlaceholders('Hello { Ada\n }')).toEqual([]);
});
