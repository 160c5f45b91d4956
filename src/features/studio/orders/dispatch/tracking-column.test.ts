import { expect, test } from 'vitest';
import { pastedColumn } from './tracking-column.ts';

test('a column fills a field for each line, including empty ones', () => {
  expect(pastedColumn('A1\nB2\n\nD4')).toEqual(['A1', 'B2', '', 'D4']);
  expect(pastedColumn('A1\r\nB2\r\n')).toEqual(['A1', 'B2']);
});

test('takes the last of several columns', () => {
  expect(pastedColumn('1042\tAda\t AB1 \n1043\tGrace\tAB2\t')).toEqual(['AB1', 'AB2']);
});

test('leaves a single number to the field', () => {
  expect(pastedColumn('AB 123')).toBeNull();
  expect(pastedColumn('AB123\n')).toBeNull();
});
