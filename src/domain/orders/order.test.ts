import { expect, test } from 'vitest';
import { pence } from '../money/money.ts';
import { orderDate, orderStatusText, shippingText, statusText } from './order.ts';

test('a status is shown in words', () => {
  expect(statusText('processing')).toBe('Processing');
  expect(statusText('partly_sent')).toBe('Partly sent');
});

test('an order shows the state of its payment', () => {
  const order = {
    status: 'processing',
    total: pence(5194),
    refunded: pence(0),
    owed: pence(0),
    refundFailed: false,
    disputed: false,
  };
  expect(orderStatusText(order)).toBe('Processing');
  expect(orderStatusText({ ...order, refunded: pence(5194) })).toBe('Refunded');
  expect(orderStatusText({ ...order, refunded: pence(900) })).toBe('Partly refunded £9.00');
  expect(orderStatusText({ ...order, disputed: true })).toBe('Payment disputed');
  const owed = { ...order, status: 'delivered', owed: pence(3180), refundFailed: true };
  expect(orderStatusText(owed)).toBe('£31.80 owed to you');
});

test.each([
  ['part_dispatched', 'Partly sent'],
  ['dispatched', 'Sent'],
  ['delivered', 'Delivered'],
  ['cancelled', 'Cancelled'],
  ['return_requested', 'Return asked for'],
  ['returned', 'Returned'],
])('an order that is %s is called %s', (status, text) => {
  const order = {
    status,
    total: pence(5194),
    refunded: pence(0),
    owed: pence(0),
    refundFailed: false,
    disputed: false,
  };
  expect(orderStatusText(order)).toBe(text);
});

test('a cancelled order is not shown as just refunded', () => {
  const order = {
    status: 'cancelled',
    total: pence(5194),
    refunded: pence(5194),
    owed: pence(0),
    refundFailed: false,
    disputed: false,
  };
  expect(orderStatusText(order)).toBe('Cancelled');
});

test('an order’s date is the date in London', () => {
  expect(orderDate('2026-11-21T09:00:00.000Z')).toBe('21 November 2026');
  expect(orderDate('2026-06-30T23:30:00.000Z')).toBe('1 July 2026');
});

test('free delivery is shown as free', () => {
  expect(shippingText(pence(0))).toBe('Free');
  expect(shippingText(pence(1495))).toBe('£14.95');
});
