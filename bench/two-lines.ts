import type { Browser } from 'playwright';
import { type RunningServer, startHttpServer } from '#local/http-server.ts';
import { median } from './median.ts';
import { visitPage } from './visit-page.ts';

const html = '<!doctype html><title>Two lines</title><p>The first line</p><p>The second line</p>';

/**
 * Serves a page of two lines. It is where shoppers come from, and what no page can be faster than.
 */
export function serveTwoLines(): Promise<RunningServer> {
  return startHttpServer(
    0,
    () => new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
  );
}

/** The same server, by a name that makes it another site than an address. */
export function elsewhere({ url }: RunningServer, address: string): string {
  const { hostname } = new URL(address);
  return url.replace('127.0.0.1', hostname === 'localhost' ? '127.0.0.1' : 'localhost');
}

/** Milliseconds to first paint, medians. */
export interface TwoLines {
  firstPaint: number;
  repeatPaint: number;
}

/** Visits the page of two lines as `measureLoad` visits a shop's: limits below this say nothing about the shop. */
export async function measureTwoLines(
  browser: Browser,
  server: RunningServer,
  runs: number,
): Promise<TwoLines> {
  const from = elsewhere(server, server.url);
  await visitPage(browser, server.url, { from });
  const visits = [];
  for (let run = 0; run < runs; run += 1) {
    visits.push(await visitPage(browser, server.url, { from }));
  }
  return {
    firstPaint: Math.round(median(visits.map(({ firstPaint }) => firstPaint))),
    repeatPaint: Math.round(median(visits.map(({ repeatPaint }) => repeatPaint))),
  };
}
