import type { Browser } from 'playwright';
import type { RunningServer } from '#local/servers/http-server.ts';
import { everyFileLate, startLateShop } from '#harness/late-shop.ts';
import { phone } from './conditions.ts';
import { inTurns } from './in-turns.ts';
import type { PlainLimits } from './limits.ts';
import { mainThreadWork } from './main-thread.ts';
import { median, quantile } from './median.ts';
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
  /** Largest layout shift of a visit with every file late; only of this shop. */
  lateCls: number | undefined;
  /** On a phone half as fast. */
  slowFirstPaint: number;
  slowLcp: number;
  slowTbt: number;
}

/** Visits for figures that vary less than times, or are held by the largest. */
const FEW_RUNS = 3;

export interface MadeVisits {
  visits: Visit[];
  /** CPU time of each visit, in milliseconds. */
  work: number[];
  late: Visit[];
  slow: Visit[];
}

function figuresOf({ visits, work, late, slow }: MadeVisits): LoadFigures {
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
    cpu: Math.round(median(work)),
    cls: Math.round(median(visits.map(({ cls }) => cls)) * 1000) / 1000,
    lateCls:
      late.length === 0
        ? undefined
        : Math.round(Math.max(...late.map(({ cls }) => cls)) * 1000) / 1000,
    slowFirstPaint: Math.round(median(slow.map(({ firstPaint }) => firstPaint))),
    slowLcp: Math.round(median(slow.map(({ lcp }) => lcp))),
    slowTbt: Math.round(median(slow.map(({ tbt }) => tbt))),
  };
}

/** A page's figures, and the visits they come from. */
export interface MeasuredLoad extends MadeVisits {
  figures: LoadFigures;
}

/** A quantile of the ratios of values measured in turns, rounded to two decimals. */
function pairedRatio(
  values: readonly number[],
  references: readonly number[],
  fraction: number,
): number {
  const ratios = values.map((value, run) => value / (references[run] ?? Number.NaN));
  return Number(quantile(ratios, fraction).toFixed(2));
}

/**
 * A page's times as multiples of another page's. Each visit is compared with the one made in turn with it: other
 * load on the machine, which changes within seconds, affects both alike.
 * @param fraction quantile of these multiples: the median, or less for what most of them exceed.
 */
export function loadRatios(own: MadeVisits, reference: MadeVisits, fraction = 0.5): PlainLimits {
  const ratio = (list: 'visits' | 'slow', of: (visit: Visit) => number) =>
    pairedRatio(own[list].map(of), reference[list].map(of), fraction);
  return {
    firstPaint: ratio('visits', ({ firstPaint }) => firstPaint),
    lcp: ratio('visits', ({ lcp }) => lcp),
    repeatPaint: ratio('visits', ({ repeatPaint }) => repeatPaint),
    cpu: pairedRatio(own.work, reference.work, fraction),
    slowFirstPaint: ratio('slow', ({ firstPaint }) => firstPaint),
    slowLcp: ratio('slow', ({ lcp }) => lcp),
  };
}

/** Visits a page whose files come late. */
async function visitLate(
  browser: Browser,
  address: string,
  options: { from: string; init: string },
): Promise<Visit> {
  const { origin, pathname, search } = new URL(address);
  const late = await startLateShop(origin, everyFileLate);
  try {
    return await visitPage(browser, late.url + pathname + search, { ...options, once: true });
  } finally {
    await late.close();
  }
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
    <Result>(
      visit: (address: string, options: { from: string; init: string }) => Promise<Result>,
    ) =>
    async (shop: Shop): Promise<Result | undefined> => {
      const path = shop.pages[page];
      if (path === undefined) return undefined;
      const address = shop.origin + path;
      return visit(address, { from: elsewhere(from, address), init: stateFor(shop, page) });
    };
  const few = Math.min(runs, FEW_RUNS);
  const work = await inTurns(
    shops,
    few,
    each((address, { init }) => mainThreadWork(browser, address, init)),
  );
  const visits = await inTurns(
    shops,
    runs,
    each((address, options) => visitPage(browser, address, options)),
  );
  const late = await inTurns(
    shops.slice(0, 1),
    few,
    each((address, options) => visitLate(browser, address, options)),
  );
  const slow = await inTurns(
    shops,
    runs,
    each((address, options) =>
      visitPage(browser, address, {
        ...options,
        cpuSlowdown: 2 * phone.cpuSlowdown,
        once: true,
      }),
    ),
  );
  return visits.map((made, index) => {
    if (made.length === 0) return undefined;
    const own = {
      visits: made,
      work: work[index] ?? [],
      late: late[index] ?? [],
      slow: slow[index] ?? [],
    };
    return Object.assign(own, { figures: figuresOf(own) });
  });
}
