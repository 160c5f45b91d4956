import { expect, test } from 'vitest';
import { expectedText } from './order-texts.ts';

test('a parcel names days only where they differ from the promise', () => {
  const expected = { arrives_from: '2031-03-04', arrives_by: '2031-03-05' };
  const promise = { ...expected, leaves_by: '2031-03-03', late: false };
  expect(expectedText(expected, promise)).toBe('expected as promised');
  expect(expectedText(expected, null)).toMatch(/^now expected .*4 Mar.* to .*5 Mar/);
  expect(expectedText({ ...expected, arrives_by: '2031-03-04' }, promise)).not.toContain(' to ');
});
