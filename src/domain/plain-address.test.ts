import { expect, test } from 'vitest';
import { plainAddress } from './plain-address.ts';

test.each([
  'https://project.supabase.co',
  'https://project.supabase.co/',
  ' https://project.supabase.co//\n',
])('%j is read as one address', (text) => {
  expect(plainAddress(text)).toBe('https://project.supabase.co');
});

test('a path stays', () => {
  expect(plainAddress('https://shop.example/api/')).toBe('https://shop.example/api');
});
