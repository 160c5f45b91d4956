import type { Browser } from 'playwright';
import { type NextPage, timeAddToCart, timeNextPage } from './clicks.ts';
import type { PageName } from './limits.ts';
import { median } from './median.ts';
import { type Visit, visitPage } from './visit-page.ts';

/** A page to measure. */
export interface MeasuredPage {
  name: PageName;
  path: string;
  /** Script that sets the shopper's stored state. */
  init?: string;
  /** Whether it has an Add to Cart button to time. */
  adds?: boolean;
  /** Selector of the link whose navigation is timed. */
  link?: string;
}

/** Medians of the runs; sizes in kB of 1000 bytes, times in milliseconds. */
export interface PageFigures {
  script: number;
  markup: number;
  fonts: number;
  images: number;
  sentWithoutImages: number;
  firstPaint: number;
  lcp: number;
  tbt: number;
  cls: number;
  addToCart?: number;
  nextPage?: number;
  /** Number of runs in which the next page was prerendered. */
  prepared?: number;
}

async function repeated<Result>(runs: number, run: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let count = 0; count < runs; count += 1) results.push(await run());
  return results;
}

function nextPageFigures(nextPages: readonly NextPage[]) {
  return {
    nextPage: Math.round(median(nextPages.map(({ time }) => time))),
    prepared: nextPages.filter(({ prepared }) => prepared).length,
  };
}

/** Measures a page `runs` times, after an unmeasured visit that warms the image CDN. */
export async function measurePage(
  browser: Browser,
  origin: string,
  { name, path, init = '', adds = false, link }: MeasuredPage,
  runs: number,
): Promise<{ name: PageName; figures: PageFigures; visits: Visit[] }> {
  const address = `${origin}${path}`;
  await visitPage(browser, address, init);
  const visits = await repeated(runs, () => visitPage(browser, address, init));
  const bytes = (of: (visit: Visit) => number) => Math.round(median(visits.map(of)) / 10) / 100;
  const time = (of: (visit: Visit) => number) => Math.round(median(visits.map(of)));
  const figures: PageFigures = {
    script: bytes((visit) => visit.script),
    markup: bytes((visit) => visit.markup),
    fonts: bytes((visit) => visit.fonts),
    images: bytes((visit) => visit.images),
    sentWithoutImages: bytes((visit) => visit.sentWithoutImages),
    firstPaint: time((visit) => visit.firstPaint),
    lcp: time((visit) => visit.lcp),
    tbt: time((visit) => visit.tbt),
    cls: Math.round(median(visits.map(({ cls }) => cls)) * 1000) / 1000,
    ...(adds && {
      addToCart: Math.round(median(await repeated(runs, () => timeAddToCart(browser, address)))),
    }),
    ...(link && nextPageFigures(await repeated(runs, () => timeNextPage(address, link)))),
  };
  return { name, figures, visits };
}
