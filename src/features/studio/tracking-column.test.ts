import { expect, test } from 'vitest';
import { pastedColumn } from './tracking-column.ts';

test('a column fills a field for each of its lines, empty ones too', () => {
  expect(pastedColumn('A1\nB2\n\nD4')).toEqual(['A1', 'B2', '', 'D4']);
  expect(pastedColumn('A1\r\nB2\r\n')).toEqual(['A1', 'B2']);
});

test('of columns copied beside each other, the last one has the numbers', () => {
  expect(pastedColumn('1042\tAda\t AB1 \n1043\tGrace\tAB2\t')).toEqual(['AB1', 'AB2']);
});

test('one number is left to the field', () => {
  expect(pastedColumn('AB 123')).toBeNull();
  expect(pastedColumn('AB123\n')).toBeNull();
});
