import { type RunningServer, startHttpServer } from '#local/servers/http-server.ts';

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
