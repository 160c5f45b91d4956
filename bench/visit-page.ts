import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright';
import { z } from 'zod';
import { openPhone, type PhonePage } from './conditions.ts';
import { openUntilIdle } from './idle-page.ts';

/** The measurements of one visit. Sizes in bytes after gzip -9 unless stated otherwise. */
export interface Visit {
  script: number;
  /** The page's HTML and style sheets, without those fetched for other pages. */
  markup: number;
  /** Bytes on the wire. */
  fonts: number;
  /** Bytes on the wire. */
  images: number;
  /** Bytes on the wire of everything but images, including API responses. */
  sentWithoutImages: number;
  /** Milliseconds. */
  firstPaint: number;
  lcp: number;
  lcpElement: string;
  tbt: number;
  cls: number;
  /** First paint in another tab, with the browser's cache filled by the visit; `NaN` if not measured. */
  repeatPaint: number;
  shifts: string[];
  requests: string[];
}

const observer = readFileSync(new URL('./page-observer.js', import.meta.url), 'utf8');

/** Non-blocking part of a long task, in milliseconds (https://web.dev/articles/tbt). */
const taskAllowance = 50;
/** Time for a repeat visit to paint after loading, in milliseconds. */
const repeatMs = 100;
/** Time spent on the referring page, in milliseconds. */
const elsewhereMs = 300;

const Seen = z.object({
  now: z.number(),
  firstPaint: z.number(),
  lcp: z.number(),
  lcpElement: z.string(),
  cls: z.number(),
  shifts: z.array(z.string().optional()),
  tasks: z.array(z.tuple([z.number(), z.number()])),
});

function gzipped(body: Buffer): number {
  return gzipSync(body, { level: 9 }).length;
}

async function sizes(responses: readonly Response[]) {
  const sum = { script: 0, markup: 0, fonts: 0, images: 0, sentWithoutImages: 0 };
  for (const response of responses) {
    const type = response.headers()['content-type'] ?? '';
    const body = await response.body().catch(() => Buffer.alloc(0));
    const { responseBodySize } = await response.request().sizes();
    if (type.startsWith('image/') && !type.includes('svg')) {
      sum.images += body.length;
      continue;
    }
    sum.sentWithoutImages += Math.max(responseBodySize, 0);
    if (type.includes('javascript')) sum.script += gzipped(body);
    else if (/^(document|stylesheet)$/.test(response.request().resourceType()))
      sum.markup += gzipped(body);
    else if (type.includes('font')) sum.fonts += body.length;
  }
  return sum;
}

const firstPaintOf = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`;

/**
 * Opens the referring page: shoppers come from a search engine or webmail. From an empty tab, Chromium would
 * start a new process for some pages (those with a Cross-Origin-Opener-Policy) but reuse the current one for
 * others.
 */
async function comeFrom(page: Page, elsewhere: string): Promise<void> {
  await page.goto(elsewhere, { waitUntil: 'load' });
  await page.waitForTimeout(elsewhereMs);
}

/**
 * Opens the page in another tab after closing the first, whose throttled CPU keeps a core busy.
 * @returns first paint in milliseconds.
 */
async function repeatVisit(phone: PhonePage, address: string, from: string): Promise<number> {
  const { page } = await phone.another();
  await phone.page.close();
  await comeFrom(page, from);
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForTimeout(repeatMs);
  return z.number().parse(await page.evaluate(firstPaintOf));
}

interface VisitOptions {
  /** URL of the referring page, on another site. */
  from: string;
  /** A script that sets the shopper's stored state. */
  init?: string;
  /** CPU throttling factor; defaults to the phone's. */
  cpuSlowdown?: number;
  /** Without the second visit. */
  once?: boolean;
}

/** Visits a page with an empty cache, waits until it is idle, and, unless `once`, visits it again. */
export async function visitPage(
  browser: Browser,
  address: string,
  { from, init = '', cpuSlowdown, once = false }: VisitOptions,
): Promise<Visit> {
  const phone = await openPhone(browser, `${init}\n${observer}`, cpuSlowdown);
  const { page } = phone;
  const responses: Response[] = [];
  try {
    await comeFrom(page, from);
    page.on('response', (response) => responses.push(response));
    await openUntilIdle(page, address);
    const seen = Seen.parse(
      await page.evaluate(
        `({ now: performance.now(), ...window.benchSeen,
           firstPaint: ${firstPaintOf} })`,
      ),
    );
    const blocking = seen.tasks
      .filter(([start, duration]) => start + duration > seen.firstPaint)
      .map(([start, duration]) => duration - Math.max(seen.firstPaint - start, 0) - taskAllowance);
    return {
      ...(await sizes(responses)),
      firstPaint: seen.firstPaint,
      lcp: seen.lcp,
      lcpElement: seen.lcpElement,
      tbt: blocking.reduce((sum, time) => sum + Math.max(time, 0), 0),
      cls: seen.cls,
      repeatPaint: once ? Number.NaN : await repeatVisit(phone, address, from),
      shifts: seen.shifts.map((shift) => shift ?? ''),
      requests: responses.map((response) => new URL(response.url()).pathname),
    };
  } finally {
    await phone.close();
  }
}
