import { describe, expect, test } from 'vitest';
import type { TrackedLine } from '#domain/contracts/staff-exports.ts';
import {
  lineWarning,
  readingOf,
  sendVerb,
  sentText,
  textOfFile,
  troubleFirst,
} from './tracking-file.ts';

function line(order: number | null, number: string | null, more: Partial<TrackedLine> = {}) {
  return {
    line: 1,
    order,
    tracking_number: number,
    carrier: 'Evri',
    outcome: order === null || number === null ? 'unreadable' : 'readable',
    detail: '',
    warning: null,
    ...more,
  } satisfies TrackedLine;
}

describe('the text of a file', () => {
  test.each([
    ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 0x31, 0x2c, 0x41], '1,A'],
    ['UTF-16, little end first', [0xff, 0xfe, 0x31, 0, 0x2c, 0, 0x41, 0], '1,A'],
    ['UTF-16, big end first', [0xfe, 0xff, 0, 0x31, 0, 0x2c, 0, 0x41], '1,A'],
    ['a workbook', [0x50, 0x4b, 0x03, 0x04, 0x31], null],
    ['bytes of something else', [0x89, 0x50, 0x00, 0x47], null],
  ])('is read only from a text: %s', (_name, bytes, text) => {
    expect(textOfFile(Uint8Array.from(bytes))).toBe(text);
  });
});

describe('the effect of a file', () => {
  test('counts an order with two products once, and skips lines without effect', () => {
    const lines = [
      line(1, 'A1'),
      line(1, 'A1'),
      line(2, 'B2', { warning: 'B2 has a typing mistake.' }),
      line(3, 'C3', { outcome: 'numbered' }),
      line(4, 'D4', { outcome: 'nothing_to_send' }),
      line(5, 'E5', { outcome: 'unknown' }),
      line(null, 'F6'),
    ];
    const careful = readingOf(lines, false);
    expect(careful).toEqual({ orders: 1, numbered: 1, mistyped: 1, leftOut: 4, problem: '' });
    expect(sendVerb(careful)).toBe('Send 1 order, add 1 tracking number');
    const all = readingOf(lines, true);
    expect(all).toMatchObject({ orders: 2, leftOut: 3 });
    expect(sendVerb({ ...all, orders: 0 })).toBe('Add 1 tracking number');
    expect(sendVerb({ ...all, orders: 0, numbered: 0 })).toBe('Send');
  });

  test('is nothing if two orders have the same number', () => {
    expect(readingOf([line(1, 'A1'), line(2, 'B2'), line(3, 'A1')], false).problem).toBe(
      'Orders 1 and 3 have the same tracking number, A1. Correct one of them.',
    );
  });

  test('is nothing if no line is readable', () => {
    expect(readingOf([line(null, 'A1')], true)).toMatchObject({ orders: 0, leftOut: 1 });
    expect(readingOf([], true).problem).toMatch(/^No line has/);
  });
});

test('the result counts orders, and lines that had none', () => {
  const lines = [
    line(1, 'A1', { outcome: 'dispatched' }),
    line(1, 'A1', { outcome: 'dispatched' }),
    line(2, 'B2', { outcome: 'numbered' }),
    line(3, 'C3', { outcome: 'known' }),
    line(4, 'D4', { outcome: 'stopped' }),
    line(null, 'E5'),
  ];
  expect(sentText(lines)).toBe(
    '1 order dispatched. 1 tracking number added to parcels already sent. 1 order already had the number. 2 lines could not be used.',
  );
  expect(sentText(lines.slice(0, 2))).toBe('1 order dispatched.');
});

test('lines with problems come first', () => {
  const lines = [
    line(1, 'A1'),
    line(2, 'B2', { outcome: 'dispatched', also_on: [7, 9] }),
    line(3, 'C3', { outcome: 'known' }),
    line(4, 'D4', { outcome: 'unknown' }),
    line(5, 'E5', { warning: 'E5 has a typing mistake.' }),
  ];
  expect(troubleFirst(lines).map(({ order }) => order)).toEqual([2, 4, 5, 1, 3]);
  expect(lines.map(lineWarning)).toEqual([
    '',
    'The number is also on order 7, order 9.',
    '',
    '',
    'E5 has a typing mistake.',
  ]);
});
