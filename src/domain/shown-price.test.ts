import { expect, test } from 'vitest';
import { pence } from './money.ts';
import { finalPriceText, priceText, withTaxText } from './shown-price.ts';

test('beside a price to which tax is added stands what it comes to', () => {
  expect(withTaxText(pence(4500), 6)).toBe('£47.70 with tax');
  expect(priceText(pence(4500), 6)).toBe('£45.00 (£47.70 with tax)');
  expect(finalPriceText(pence(4500), 6)).toBe('47.70');
});

test('a price to which none is added, or less than half a penny, stands alone', () => {
  for (const [price, tax] of [[4500, 0] as const, [7, 6.25] as const]) {
    expect(withTaxText(pence(price), tax)).toBe('');
    expect(finalPriceText(pence(price), tax)).toBe((price / 100).toFixed(2));
  }
  expect(priceText(pence(4500), 0)).toBe('£45.00');
});
