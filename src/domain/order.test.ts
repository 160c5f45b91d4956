import { expect, test } from 'vitest';
import { pence } from './money.ts';
import { orderDate, shippingText, statusText } from './order.ts';

test('a status is read as words', () => {
  expect(statusText('processing')).toBe('Processing');
  expect(statusText('partly_sent')).toBe('Partly sent');
});

test('an order is of the day that it is in London', () => {
  expect(orderDate('2026-11-21T09:00:00.000Z')).toBe('21 November 2026');
  expect(orderDate('2026-06-30T23:30:00.000Z')).toBe('1 July 2026');
});

test('delivery for nothing is free', () => {
  expect(shippingText(pence(0))).toBe('Free');
  expect(shippingText(pence(1495))).toBe('£14.95');
});
