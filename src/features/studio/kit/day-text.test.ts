import { expect, test } from 'vitest';
import { dayAt, dayText, leavesText, momentText, monthOf } from './day-text.ts';

test('shows days near today in the United Kingdom by name', () => {
  // Half past midnight in London, still the day before in UTC.
  const now = Date.parse('2026-06-09T23:30:00Z');
  expect(dayAt(now)).toBe('2026-06-10');
  expect(dayText('2026-06-10', now)).toBe('Today');
  expect(dayText('2026-06-11', now)).toBe('Tomorrow');
  expect(dayText('2026-06-09', now)).toBe('Yesterday');
  expect(dayText('2026-06-15', now)).toBe('Mon 15 Jun');
  expect(dayText('2025-06-15', now)).toBe('Sun 15 Jun 2025');
});

test('days around a clock change are a day apart', () => {
  expect(dayText('2026-03-30', Date.parse('2026-03-29T00:30:00Z'))).toBe('Tomorrow');
  expect(dayText('2026-10-25', Date.parse('2026-10-26T00:10:00Z'))).toBe('Yesterday');
});

test('shows a dispatch deadline as a sentence', () => {
  const now = Date.parse('2026-11-25T12:00:00Z');
  expect(leavesText('2026-11-25', now)).toBe('Dispatch today');
  expect(leavesText('2026-11-26', now)).toBe('Dispatch by tomorrow');
  expect(leavesText('2026-11-30', now)).toBe('Dispatch by Mon 30 Nov');
  expect(leavesText('2026-11-24', now)).toBe('Was due yesterday');
});

test('shows moments in UK time, with the year if it is another', () => {
  const now = Date.parse('2026-12-31T12:00:00Z');
  expect(momentText('2026-06-09T23:30:00Z', now)).toBe('10 Jun, 00:30');
  expect(momentText('2025-12-31T23:30:00Z', now)).toBe('31 Dec 2025, 23:30');
  expect(momentText('2027-01-01T00:05:00Z', now)).toBe('1 Jan 2027, 00:05');
});

test('returns the first and last day of a month', () => {
  expect(monthOf('2026-11-22', -1)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(monthOf('2026-01-31', -1)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(monthOf('2028-03-31', -1)).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(monthOf('2026-12-31', 0)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});
