import type { Browser } from 'playwright';
import type { RunningServer } from '#local/http-server.ts';
import { inTurns } from './in-turns.ts';
import { mainThreadWork } from './main-thread.ts';
import { median } from './median.ts';
import { type PageName, type Shop, stateFor } from './shop.ts';
import { elsewhere } from './two-lines.ts';
import { type Visit, visitPage } from './visit-page.ts';

/** Medians of the visits to a page; sizes in kB of 1000 bytes, times in milliseconds. */
export interface LoadFigures {
  script: number;
  markup: number;
  fonts: number;
  images: number;
  sentWithoutImages: number;
  firstPaint: number;
  lcp: number;
  repeatPaint: number;
  tbt: number;
  /** CPU time of one visit. */
  cpu: number;
  cls: number;
}

/** Visits that measure the main thread's work: sums of CPU time vary less than times. */
const WORK_RUNS = 3;

function figuresOf(visits: readonly Visit[], cpu: number): LoadFigures {
  const bytes = (of: (visit: Visit) => number) => Math.round(median(visits.map(of)) / 10) / 100;
  const time = (of: (visit: Visit) => number) => Math.round(median(visits.map(of)));
  return {
    script: bytes((visit) => visit.script),
    markup: bytes((visit) => visit.markup),
    fonts: bytes((visit) => visit.fonts),
    images: bytes((visit) => visit.images),
    sentWithoutImages: bytes((visit) => visit.sentWithoutImages),
    firstPaint: time((visit) => visit.firstPaint),
    lcp: time((visit) => visit.lcp),
    repeatPaint: time((visit) => visit.repeatPaint),
    tbt: time((visit) => visit.tbt),
    cpu: Math.round(cpu),
    cls: Math.round(median(visits.map(({ cls }) => cls)) * 1000) / 1000,
  };
}

/** A page's figures, and the visits they come from. */
export interface MeasuredLoad {
  figures: LoadFigures;
  visits: Visit[];
}

/**
 * Visits a page of each shop `runs` times, after a first visit that fills the CDN's cache of pictures and
 * compressed files.
 * @param from serves the referring page.
 * @returns figures by shop; undefined if it has no such page.
 */
export async function measureLoad(
  browser: Browser,
  shops: readonly Shop[],
  page: PageName,
  { runs, from }: { runs: number; from: RunningServer },
): Promise<(MeasuredLoad | undefined)[]> {
  const each =
    <Result>(visit: (browser: Browser, address: string, init: string) => Promise<Result>) =>
    async (shop: Shop): Promise<Result | undefined> => {
      const path = shop.pages[page];
      return path === undefined
        ? undefined
        : visit(browser, shop.origin + path, stateFor(shop, page));
    };
  const work = await inTurns(shops, Math.min(runs, WORK_RUNS), each(mainThreadWork));
  const visits = await inTurns(
    shops,
    runs,
    each((_, address, init) =>
      visitPage(browser, address, { from: elsewhere(from, address), init }),
    ),
  );
  return visits.map((made, index) =>
    made.length > 0
      ? { figures: figuresOf(made, median(work[index] ?? [])), visits: made }
      : undefined,
  );
}
