import { expect, test } from 'vitest';
import { pence } from './money.ts';
import { paidText } from './paid-text.ts';
import { finalPriceText, insideText, priceText, withTaxText } from './shown-price.ts';

test('a price to which tax is added is shown with its total', () => {
  expect(withTaxText(pence(4500), 6)).toBe('£47.70 with tax');
  expect(priceText(pence(4500), 6)).toBe('£45.00 (£47.70 with tax)');
  expect(finalPriceText(pence(4500), 6)).toBe('47.70');
});

test('a price without tax, or with less than half a penny, is shown alone', () => {
  for (const [price, tax] of [[4500, 0] as const, [7, 6.25] as const]) {
    expect(withTaxText(pence(price), tax)).toBe('');
    expect(finalPriceText(pence(price), tax)).toBe((price / 100).toFixed(2));
  }
  expect(priceText(pence(4500), 0)).toBe('£45.00');
});

test('an amount is shown with the tax in it, if any', () => {
  expect(insideText(pence(750), 20)).toBe('includes £7.50 tax (20%)');
  expect(insideText(pence(0), 20)).toBe('');
  expect(paidText(pence(4770), pence(270))).toBe('You paid £47.70, £2.70 of it tax.');
  expect(paidText(pence(4500), pence(0))).toBe('You paid £45.00.');
});
