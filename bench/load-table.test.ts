import { expect, test } from 'vitest';
import { pageLimits } from './limits.ts';
import { loadRatios, type MadeVisits, type MeasuredLoad } from './load-figures.ts';
import { exceededLimits } from './load-table.ts';
import type { Visit } from './visit-page.ts';

const visit: Visit = {
  script: 0,
  markup: 0,
  fonts: 0,
  images: 0,
  sentWithoutImages: 0,
  firstPaint: 100,
  lcp: 100,
  lcpElement: '',
  tbt: 1000,
  cls: 0,
  repeatPaint: 100,
  shifts: [],
  requests: [],
};

function load(work: number[], change: Partial<MeasuredLoad['figures']> = {}): MeasuredLoad {
  const times = { firstPaint: 100, lcp: 100, repeatPaint: 100, tbt: 1000, cpu: 100 };
  const slow = { slowFirstPaint: 100, slowLcp: 100, slowTbt: 1000 };
  const bytes = { script: 0, markup: 0, fonts: 0, images: 0, sentWithoutImages: 0 };
  return {
    figures: { ...bytes, ...times, ...slow, cls: 0, lateCls: 0, ...change },
    visits: work.map(() => visit),
    work,
    late: [],
    slow: work.map(() => visit),
  };
}

const reference = load([100, 200, 300]);

test('a ratio is the median of visits made in turns, whatever else the machine does meanwhile', () => {
  const own: MadeVisits = load([110, 220, 900]);
  expect(loadRatios(own, reference)).toMatchObject({ cpu: 1.1, lcp: 1 });
});

function exceeded(own: MeasuredLoad): string[] {
  return exceededLimits([
    { page: 'home', own, plain: reference, twoLines: reference, other: undefined },
  ]);
}

test('a limit of a ratio is exceeded once three visits in four exceed it', () => {
  const { cpu } = pageLimits.home.ofPlain;
  const base = load([100, 100, 100, 100]);
  const visited = (work: number[]) =>
    exceededLimits([
      { page: 'home', own: load(work), plain: base, twoLines: base, other: undefined },
    ]);
  expect(visited([100, 100, 900, 900])).toEqual([]);
  expect(visited([100, 900, 900, 900])).toEqual([
    `home: main thread × without scripts 9, limit ${cpu}`,
  ]);
});

test('limits of ratios, bytes and shifts count as exceeded, but not those of times', () => {
  expect(exceeded(load([110, 220, 330]))).toEqual([]);
  const { sentWithoutImages, ofPlain } = pageLimits.home;
  const heavy = load([1000, 2000, 3000], { sentWithoutImages: sentWithoutImages + 1 });
  expect(exceeded(heavy)).toEqual([
    `home: sent without images, kB ${sentWithoutImages + 1}, limit ${sentWithoutImages}`,
    `home: main thread × without scripts 10, limit ${ofPlain.cpu}`,
  ]);
});
