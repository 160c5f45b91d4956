import { setTimeout } from 'node:timers/promises';
import { type RunningServer, startHttpServer } from '#local/servers/http-server.ts';

/** The files a page loads, by kind. */
export const fileKinds = {
  fonts: /\.woff2$/,
  styles: /\.css$/,
  scripts: /\.js$/,
  pictures: /^\/\.netlify\/images|\.(?:jpg|png|svg)$/,
  calls: /^\/api\//,
  parts: /\/part\.html$/,
} as const satisfies Record<string, RegExp>;

/** The time by which a file is late, in milliseconds: later than the first paint. */
export const LATE_MS = 900;

/** How late a file is when all are: in an order of its own, fonts last. */
export function everyFileLate(pathname: string): number {
  if (fileKinds.fonts.test(pathname)) return LATE_MS;
  const sum = [...pathname].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return (sum % 7) * (LATE_MS / 8);
}

/** Pieces of a document's body, and the time between them in milliseconds: more than a frame. */
const PIECES = 24;
const PIECE_MS = 30;

/** Cuts a document between tags: its head, then its body in pieces. */
function piecesOf(html: string): string[] {
  const [head = '', ...body] = html.split(/(?=<body)/);
  const tags = body.join('').split(/(?=<)/);
  const size = Math.ceil(tags.length / PIECES);
  const cuts = Array.from({ length: PIECES }, (_, piece) =>
    tags.slice(piece * size, (piece + 1) * size).join(''),
  );
  return [head, ...cuts].filter((piece) => piece !== '');
}

/** Sends a document as a slow line would, so that the browser paints it unfinished. */
function trickle(html: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces = piecesOf(html).values();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = pieces.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value));
      await setTimeout(PIECE_MS);
    },
  });
}

/**
 * Serves the shop at `origin` badly: its documents arrive in pieces, its files late.
 * @param lateness the delay of the answer for a path, in milliseconds.
 */
export function startLateShop(
  origin: string,
  lateness: (pathname: string) => number,
): Promise<RunningServer> {
  return startHttpServer(0, async (request) => {
    const { pathname, search } = new URL(request.url);
    const { method } = request;
    const headers = new Headers(request.headers);
    headers.delete('host');
    const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
    await setTimeout(lateness(pathname));
    const answer = await fetch(origin + pathname + search, {
      method,
      headers,
      body,
      redirect: 'manual',
    });
    const told = new Headers(answer.headers);
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding'])
      told.delete(name);
    const { status } = answer;
    // Not modified: a response without a body, which may not be given an empty one.
    if (status === 304) return new Response(null, { status, headers: told });
    const isDocument = headers.get('sec-fetch-dest') === 'document';
    const content = isDocument ? trickle(await answer.text()) : await answer.arrayBuffer();
    return new Response(content, { status, headers: told });
  });
}
