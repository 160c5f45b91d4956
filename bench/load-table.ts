import { figureCell } from './figure-cell.ts';
import { type PageLimits, pageLimits, type PlainLimits } from './limits.ts';
import type { LoadFigures } from './load-figures.ts';
import type { PageName } from './shop.ts';
import { textTable } from './text-table.ts';

const rows: { key: keyof LoadFigures; label: string }[] = [
  { key: 'script', label: 'JS, gzip -9, kB' },
  { key: 'markup', label: 'HTML + CSS, gzip -9, kB' },
  { key: 'fonts', label: 'fonts, kB' },
  { key: 'images', label: 'images, kB' },
  { key: 'sentWithoutImages', label: 'sent without images, kB' },
  { key: 'firstPaint', label: 'FCP, ms' },
  { key: 'lcp', label: 'LCP, ms' },
  { key: 'repeatPaint', label: 'FCP, second visit, ms' },
  { key: 'tbt', label: 'TBT, ms' },
  { key: 'cpu', label: 'main thread, not throttled, ms' },
  { key: 'cls', label: 'CLS' },
  { key: 'lateCls', label: 'CLS, every file late' },
  { key: 'slowTbt', label: 'TBT, half as fast, ms' },
];

function limitOf(page: PageName, key: keyof LoadFigures): number | undefined {
  const limits: Partial<Record<keyof LoadFigures | keyof Omit<PageLimits, 'ofPlain'>, number>> =
    pageLimits[page];
  return limits[key];
}

/** A page's figures, those of the two references, and those of the other shop. */
export interface ComparedLoad {
  page: PageName;
  figures: LoadFigures;
  /** The same page without scripts. */
  plain: LoadFigures;
  twoLines: LoadFigures;
  other?: LoadFigures | undefined;
}

/** Formats the bytes and times of page loads. */
export function loadTable(pages: readonly ComparedLoad[]): string {
  return textTable([
    ['', ...pages.map(({ page }) => page)],
    ...rows.map(({ key, label }) =>
      [label].concat(
        pages.map(({ page, figures, other }) =>
          figureCell(figures[key], limitOf(page, key), other?.[key]),
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

function ratio(value: number, reference: number): number {
  return Number((value / reference).toFixed(2));
}

/** Formats the times of page loads as multiples of a page of two lines, then of the page without scripts. */
export function ratioTable(pages: readonly ComparedLoad[]): string {
  return textTable([
    ['× two lines | × without scripts', ...pages.map(({ page }) => page)],
    ...ratioRows.map(({ key, label }) =>
      [label].concat(
        pages.map(({ page, figures, plain, twoLines }) => {
          const floor = ratio(figures[key], twoLines[key]).toFixed(2);
          const cell = figureCell(ratio(figures[key], plain[key]), pageLimits[page].ofPlain[key]);
          return `${floor} | ${cell}`;
        }),
      ),
    ),
  ]);
}
