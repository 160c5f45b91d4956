import { expect, test } from 'vitest';
import { formerPriceVerdict } from './former-price-rule.ts';

const now = Date.parse('2026-03-31T00:00:00Z');
const day = (date: string) => Date.parse(`${date}T00:00:00Z`);

const sale = {
  regularSince: '2026-03-01T00:00:00Z',
  visibleFrom: null,
  reducedSince: null,
  from: '-infinity',
  until: '2026-04-20T00:00:00Z',
};

test.each([
  ['was paid for 30 days, before a sale of 20', {}, { may: true, since: day('2026-03-01') }],
  ['belongs to a sale without an end', { until: 'infinity' }, { may: false, because: 'no-end' }],
  ['nobody can pay', { regularSince: null }, { may: false, because: 'not-charged' }],
  [
    'was paid for 20 days',
    { regularSince: '2026-03-11T00:00:00Z' },
    {
      may: false,
      because: 'too-short',
      since: day('2026-03-11'),
      could: day('2026-04-10'),
    },
  ],
  [
    'will have been paid long enough when the sale begins',
    { regularSince: '2026-03-11T00:00:00Z', from: '2026-04-10T00:00:00Z' },
    { may: true, since: day('2026-03-11') },
  ],
  [
    'was paid for 30 days, before a sale of 40',
    { until: '2026-05-10T00:00:00Z' },
    { may: false, because: 'too-long', since: day('2026-03-01'), latest: day('2026-04-30') },
  ],
  [
    'is paid only once the product has opened',
    { visibleFrom: '2026-04-02T00:00:00Z', from: '2026-04-08T00:00:00Z' },
    { may: false, because: 'too-short', since: day('2026-04-02'), could: day('2026-05-02') },
  ],
  [
    'has been reduced already, which counts',
    { reducedSince: '2026-03-20T00:00:00Z' },
    { may: false, because: 'too-short', since: day('2026-03-01'), could: day('2026-03-31') },
  ],
])('a regular price that %s', (_which, change, verdict) => {
  expect(formerPriceVerdict({ ...sale, ...change }, now)).toEqual(verdict);
});
