import type { Browser } from 'playwright';
import { timeAddToCart, timeNextPage } from './clicks.ts';
import type { PageName } from './limits.ts';
import { median } from './median.ts';
import { type Visit, visitPage } from './visit-page.ts';

/** A page to measure. */
export interface MeasuredPage {
  name: PageName;
  path: string;
  /** Puts the shopper's stored state in place. */
  init?: string;
  /** It has an Add to Cart button. */
  adds?: boolean;
  /** The link whose next page is timed. */
  link?: string;
}

/** Medians of the runs; bytes in kB of 1000, times in milliseconds. */
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
}

async function repeated(runs: number, time: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await time());
  return Math.round(median(times));
}

/** Measures a page `runs` times after one visit that does not count: it warms the image CDN. */
export async function measurePage(
  browser: Browser,
  origin: string,
  { name, path, init = '', adds = false, link }: MeasuredPage,
  runs: number,
): Promise<{ name: PageName; figures: PageFigures; visits: Visit[] }> {
  const address = `${origin}${path}`;
  await visitPage(browser, address, init);
  const visits: Visit[] = [];
  for (let run = 0; run < runs; run += 1) visits.push(await visitPage(browser, address, init));
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
    ...(adds && { addToCart: await repeated(runs, () => timeAddToCart(browser, address)) }),
    ...(link && { nextPage: await repeated(runs, () => timeNextPage(browser, address, link)) }),
  };
  return { name, figures, visits };
}
