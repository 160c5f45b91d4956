import type { Browser } from 'playwright';
import { type RunningServer, startHttpServer } from '#local/http-server.ts';
import { median } from './median.ts';
import { visitPage } from './visit-page.ts';

const html = '<!doctype html><title>Two lines</title><p>The first line</p><p>The second line</p>';

/** Serves a page of two lines. It is the referring page, and the lower bound for every figure. */
export function serveTwoLines(): Promise<RunningServer> {
  return startHttpServer(
    0,
    () => new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
  );
}

/** The same server under a host name, which makes it another site than the IP address. */
export function elsewhere({ url }: RunningServer, address: string): string {
  const { hostname } = new URL(address);
  return url.replace('127.0.0.1', hostname === 'localhost' ? '127.0.0.1' : 'localhost');
}

/** Medians of the time to first paint, in milliseconds. */
export interface TwoLines {
  firstPaint: number;
  repeatPaint: number;
}

/** Visits the page of two lines as `measureLoad` visits a shop's. It is the floor for every shop's figures. */
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
