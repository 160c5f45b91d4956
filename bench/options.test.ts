import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test('measures everything five times by default', () => {
  expect(readOptions([])).toMatchObject({
    runs: 5,
    part: 'pages',
    measures: ['loads', 'adds', 'listing', 'phone', 'desk', 'visit', 'checkout'],
    pages: ['home', 'listing', 'product', 'cart', 'billing', 'login'],
  });
});

test('can measure a selection of figures and pages', () => {
  const options = readOptions(['--only', 'desk,loads', '--pages', 'cart', '--runs', '3']);
  expect(options).toMatchObject({ runs: 3, measures: ['loads', 'desk'], pages: ['cart'] });
});

test.each([
  [['--only', 'speed'], 'speed'],
  [['--pages', 'home,nowhere'], 'nowhere'],
  [['--part', 'half'], 'half'],
  [['--runs', '0'], '--runs'],
])('rejects %j', (args, named) => {
  expect(() => readOptions(args)).toThrow(named);
});
