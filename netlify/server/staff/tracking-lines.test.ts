import { describe, expect, test } from 'vitest';
import { HttpError } from '../http-error.ts';
import { trackingLines } from './tracking-lines.ts';

describe('tracking numbers are read', () => {
  test.each([
    ['two columns with commas', '12,AB123\n#13,cd 456'],
    ['semicolons', '12;AB123\n13;CD456'],
    ['columns pasted from a spreadsheet', '12\tAB123\r\n13\tCD 456\r\n'],
    ['blanks', '12 AB123\n13 CD 456'],
    ['quotes and blank lines', '"12","AB123"\n\n"13"," CD456 "\n,\n'],
  ])('from %s', (_name, text) => {
    expect(trackingLines(text)).toMatchObject([
      { order: 12, number: 'AB123', carrier: null },
      { order: 13, number: 'CD456', carrier: null },
    ]);
  });

  test('from Click & Drop’s file, by the reference and not by its own order number', () => {
    const text = [
      '\uFEFF"Order number","Order reference","Name","Tracking number","Carrier"',
      '"1000234","12","O\'Brien, Ada","QQ 1234 5678 5GB","royal mail"',
      '"1000235","13","Grace","","Evri"',
    ].join('\r\n');
    expect(trackingLines(text)).toEqual([
      { line: 2, order: 12, with: [], number: 'QQ123456785GB', carrier: 'Royal Mail' },
      { line: 3, order: 13, with: [], number: null, carrier: 'Evri' },
    ]);
  });

  test.each([
    ['a title', 'Despatched today\n'],
    ['a title with commas and tabs', 'Despatched,\ttoday, all of them\n\n'],
  ])('below %s, separated as the header is', (_name, above) => {
    const text = `${above}Order reference;Service, name;Tracking number\n12;Tracked, 24;AB123`;
    expect(trackingLines(text)).toMatchObject([{ order: 12, number: 'AB123' }]);
  });

  test('each with its line and its orders, whatever is wrong with it', () => {
    const text = '12,AB123\n\nx,CD456\n14,=1+1\n15\n#16 + 17+16,EF1\n18+,GH2\n19+x,IJ3';
    expect(trackingLines(text)).toEqual([
      { line: 1, order: 12, with: [], number: 'AB123', carrier: null },
      { line: 3, order: null, with: [], number: 'CD456', carrier: null },
      { line: 4, order: 14, with: [], number: null, carrier: null },
      { line: 5, order: 15, with: [], number: null, carrier: null },
      { line: 6, order: 16, with: [17], number: 'EF1', carrier: null },
      { line: 7, order: null, with: [], number: 'GH2', carrier: null },
      { line: 8, order: null, with: [], number: 'IJ3', carrier: null },
    ]);
  });
});

describe('a file is refused', () => {
  test.each([
    ['without a word in it', ' \n ', 'The file is empty.'],
    [
      'without a column for orders',
      'Name,Tracking number\nAda,AB1',
      'no column for an order number',
    ],
    ['without a column for numbers', 'Order,Name\n12,Ada', 'no column for a “Tracking number”'],
    ['with a quote that never ends', '"12,AB1\n13,CD2', 'The file cannot be read'],
    ['of more lines than are taken at once', '12,AB1\n'.repeat(502), 'at most 500 lines'],
  ])('%s', (_name, text, message) => {
    const read = () => trackingLines(text);
    expect(read).toThrow(HttpError);
    expect(read).toThrow(message);
  });
});
