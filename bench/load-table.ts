import { figureCell } from './figure-cell.ts';
import { type PageLimits, pageLimits } from './limits.ts';
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
];

function limitOf(page: PageName, key: keyof LoadFigures): number | undefined {
  const limits: Partial<Record<keyof LoadFigures | keyof PageLimits, number>> = pageLimits[page];
  return limits[key];
}

/** A page's figures, and those of the other shop. */
export interface ComparedLoad {
  page: PageName;
  figures: LoadFigures;
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
