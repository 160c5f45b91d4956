import { limits, type Limits, type PageName } from './limits.ts';
import type { PageFigures } from './page-figures.ts';
import { textTable } from './text-table.ts';

const rows: { key: keyof PageFigures; label: string }[] = [
  { key: 'script', label: 'JS, gzip -9, kB' },
  { key: 'markup', label: 'HTML + CSS, gzip -9, kB' },
  { key: 'fonts', label: 'fonts, kB' },
  { key: 'images', label: 'images, kB' },
  { key: 'sentWithoutImages', label: 'sent without images, kB' },
  { key: 'firstPaint', label: 'first paint, ms' },
  { key: 'lcp', label: 'LCP, ms' },
  { key: 'tbt', label: 'TBT, ms' },
  { key: 'cls', label: 'CLS' },
  { key: 'addToCart', label: 'Add to Cart to count, ms' },
  { key: 'nextPage', label: 'link to next page, ms' },
  { key: 'prepared', label: 'runs with it prerendered' },
];

function cell(key: keyof PageFigures, figures: PageFigures, limit: Limits): string {
  const value = figures[key];
  if (value === undefined) return '–';
  const budget = Object.entries(limit).find(([name]) => name === key)?.[1];
  if (budget === undefined) return String(value);
  return `${value} ≤ ${budget}${value > budget ? ' ✗' : ''}`;
}

/** Formats the pages as a table, each figure with its limit; `✗` marks those over it. */
export function pageTable(pages: readonly { name: PageName; figures: PageFigures }[]): string {
  return textTable([
    ['', ...pages.map(({ name }) => name)],
    ...rows.map(({ key, label }) =>
      [label].concat(pages.map(({ name, figures }) => cell(key, figures, limits[name]))),
    ),
  ]);
}
