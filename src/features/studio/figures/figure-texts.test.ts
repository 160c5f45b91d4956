import { expect, test } from 'vitest';
import { changeText, daysText, spotText, weeksText } from './figure-texts.ts';

test('periods name each part of a date once', () => {
  expect(daysText('2026-11-25', '2026-11-25')).toBe('25 Nov 2026');
  expect(daysText('2026-11-01', '2026-11-25')).toBe('1–25 Nov 2026');
  expect(daysText('2026-10-26', '2026-11-01')).toBe('26 Oct – 1 Nov 2026');
  expect(daysText('2026-12-28', '2027-01-03')).toBe('28 Dec 2026 – 3 Jan 2027');
});

test('points of a course are hours, weekdays or days', () => {
  expect(spotText('day', '2026-11-25', 9)).toBe('09:00');
  expect(spotText('week', '2026-11-23', 2)).toBe('Wed');
  expect(spotText('month', '2026-11-01', 24)).toBe('25 Nov');
});

test('a change has a sign, and needs something to compare with', () => {
  expect(changeText(110, 100)).toBe('+10%');
  expect(changeText(96, 100)).toBe('−4%');
  expect(changeText(100, 100)).toBe('unchanged');
  expect(changeText(5, 0)).toBe('');
});

test('stock lasts for weeks at the rate of the last four', () => {
  expect(weeksText(30, 40)).toBe('3.0 weeks');
  expect(weeksText(10, 40)).toBe('1.0 week');
  expect(weeksText(0, 40)).toBe('sold out');
  expect(weeksText(500, 4)).toBe('over 2 years');
});
