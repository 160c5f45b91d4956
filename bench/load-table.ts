import { figureCell } from './figure-cell.ts';
import { type PageLimits, pageLimits, type PlainLimits } from './limits.ts';
import { type LoadFigures, loadRatios, type MeasuredLoad } from './load-figures.ts';
import type { PageName } from './shop.ts';
import { textTable } from './text-table.ts';

/** The limits of these hold on any machine, unlike those of times. */
const exactRows: { key: keyof LoadFigures; label: string }[] = [
  { key: 'script', label: 'JS, gzip -9, kB' },
  { key: 'markup', label: 'HTML + CSS, gzip -9, kB' },
  { key: 'fonts', label: 'fonts, kB' },
  { key: 'images', label: 'images, kB' },
  { key: 'sentWithoutImages', label: 'sent without images, kB' },
  { key: 'cls', label: 'CLS' },
  { key: 'lateCls', label: 'CLS, every file late' },
];

const timeRows: typeof exactRows = [
  { key: 'firstPaint', label: 'FCP, ms' },
  { key: 'lcp', label: 'LCP, ms' },
  { key: 'repeatPaint', label: 'FCP, second visit, ms' },
  { key: 'tbt', label: 'TBT, ms' },
  { key: 'cpu', label: 'main thread, not throttled, ms' },
  { key: 'slowTbt', label: 'TBT, half as fast, ms' },
];

function limitOf(page: PageName, key: keyof LoadFigures): number | undefined {
  const limits: Partial<Record<keyof LoadFigures | keyof Omit<PageLimits, 'ofPlain'>, number>> =
    pageLimits[page];
  return limits[key];
}

/** A page's load, the two references measured in turns with it, and the other shop's. */
export interface ComparedLoad {
  page: PageName;
  own: MeasuredLoad;
  /** The same page without scripts. */
  plain: MeasuredLoad;
  twoLines: MeasuredLoad;
  other: MeasuredLoad | undefined;
}

/** Formats the bytes and times of page loads. */
export function loadTable(pages: readonly ComparedLoad[]): string {
  return textTable([
    ['', ...pages.map(({ page }) => page)],
    ...[...exactRows, ...timeRows].map(({ key, label }) =>
      [label].concat(
        pages.map(({ page, own, other }) =>
          figureCell(own.figures[key], limitOf(page, key), other?.figures[key]),
        ),
      ),
    ),
  ]);
}

const ratioRows: { key: keyof PlainLimits; label: string }[] = [
  { key: 'firstPaint', label: 'FCP' },
  { key: 'lcp', label: 'LCP' },
  { key: 'repeatPaint', label: 'FCP, second visit' },
  { key: 'cpu', label: 'main thread' },
  { key: 'slowFirstPaint', label: 'FCP, half as fast' },
  { key: 'slowLcp', label: 'LCP, half as fast' },
];

/**
 * A limit of a multiple counts as exceeded once three visits in four exceed it: on a busy machine a single one may be
 * three times slower than the visit that it is compared with.
 */
const CLEARLY = 0.25;

/** Marks a multiple with `?` if it exceeds its limit in half of the visits, and with `✗` if in three of four. */
function ratioCell(ratio: number, clear: number, limit: number): string {
  if (ratio > limit && clear <= limit) return `${ratio} ≤ ${limit} ?`;
  return figureCell(ratio, limit);
}

/** Formats the times of page loads as multiples of a page of two lines, then of the page without scripts. */
export function ratioTable(pages: readonly ComparedLoad[]): string {
  return textTable([
    ['× two lines | × without scripts', ...pages.map(({ page }) => page)],
    ...ratioRows.map(({ key, label }) =>
      [label].concat(
        pages.map(({ page, own, plain, twoLines }) => {
          const floor = loadRatios(own, twoLines)[key].toFixed(2);
          const cell = ratioCell(
            loadRatios(own, plain)[key],
            loadRatios(own, plain, CLEARLY)[key],
            pageLimits[page].ofPlain[key],
          );
          return `${floor} | ${cell}`;
        }),
      ),
    ),
  ]);
}

/** The exceeded limits that hold on any machine: of bytes, layout shifts, and multiples of the page without scripts. */
export function exceededLimits(pages: readonly ComparedLoad[]): string[] {
  return pages.flatMap(({ page, own, plain }) => {
    const ratios = loadRatios(own, plain, CLEARLY);
    const held = [
      ...exactRows.map(({ key, label }) => ({
        label,
        value: own.figures[key],
        limit: limitOf(page, key),
      })),
      ...ratioRows.map(({ key, label }) => ({
        label: `${label} × without scripts`,
        value: ratios[key],
        limit: pageLimits[page].ofPlain[key],
      })),
    ];
    return held
      .filter(({ value, limit }) => value !== undefined && limit !== undefined && value > limit)
      .map(({ label, value, limit }) => `${page}: ${label} ${value}, limit ${limit}`);
  });
}
