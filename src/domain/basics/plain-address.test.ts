import { expect, test } from 'vitest';
import { isWebAddress, plainAddress } from './plain-address.ts';

test.each([
  'https://project.supabase.co',
  'https://project.supabase.co/',
  ' https://project.supabase.co//\n',
])('%j is normalised to one address', (text) => {
  expect(plainAddress(text)).toBe('https://project.supabase.co');
});

test('a path is kept', () => {
  expect(plainAddress('https://shop.example/api/')).toBe('https://shop.example/api');
});

test.each([
  ['https://project.supabase.co', true],
  ['http://127.0.0.1:54321', true],
  ['project.supabase.co', false],
  ['project.supabase.co:443', false],
  ['htps://project.supabase.co', false],
])('whether %j is a web address: %j', (text, is) => {
  expect(isWebAddress(text)).toBe(is);
});
