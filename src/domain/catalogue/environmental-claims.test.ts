import { expect, test } from 'vitest';
import { claimsText, environmentalClaims } from './environmental-claims.ts';

test.each([
  'A sustainable beanie',
  'Eco-friendly, ECOLOGICAL and eco friendly',
  'environmentally friendly',
  'Climate-neutral since 2025',
  'CO2 neutral delivery',
  'Biodegradable packaging',
  'our Conscious Collection',
  'A greener choice',
  'responsibly sourced wool',
  'Kind to the planet.',
])('%j is a claim that needs proof', (text) => {
  expect(environmentalClaims(text)).not.toEqual([]);
});

test.each([
  'Forest Green',
  'Natural straw, 100% raffia',
  'You are responsible for keeping your password secret',
  'Self-conscious? Not here.',
  '60% recycled polyester',
  'Goods in good condition, unsustainably late',
  'ecology of the city',
])('%j is none', (text) => {
  expect(claimsText(text)).toBeUndefined();
});

test('the warning quotes each claim once', () => {
  expect(claimsText('Sustainable wool, sustainable cotton, net-zero')).toMatch(
    /^“sustainable”, “net-zero”: the EU bans/i,
  );
});
