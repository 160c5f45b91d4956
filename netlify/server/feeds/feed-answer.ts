import { catalogueCaching } from '../answer.ts';
import { byteStream } from '../byte-stream.ts';
import { HttpError } from '../http-error.ts';
import type { FeedFile } from './feed-files.ts';
import type { Feed } from './read-feed.ts';
import { callMessages } from '../messages/calls.ts';

/**
 * Bytes of a feed that is sent as it is: Netlify lets a function stream 20 MB.
 * @see https://docs.netlify.com/build/functions/configuration/
 */
const largestPlain = 18_000_000;

/** Items written at once: well under a megabyte. */
const itemsAtOnce = 200;

function* piecesOf<Item>(
  file: FeedFile<Item>,
  site: URL,
  { items }: Feed<Item>,
): Generator<string> {
  yield file.start(site);
  let waiting: Item[] = [];
  for (const item of items()) {
    waiting.push(item);
    if (waiting.length < itemsAtOnce) continue;
    yield file.write(waiting);
    waiting = [];
  }
  yield file.write(waiting);
  yield file.end;
}

/** Whether the client can read gzip: https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding */
function takesGzip(request: Request): boolean {
  const accepted = request.headers.get('accept-encoding') ?? '';
  return /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?:1|0\.0*[1-9])[\d.]*\s*)?(?:,|$)/i.test(accepted);
}

/**
 * The pieces as they are, once it is sure that they are not too many. A feed that ends in the middle would make a
 * platform drop the products it lacks.
 * @throws HttpError 406 if they are.
 */
function plainPieces(pieces: Iterable<string>): string[] {
  const all: string[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    all.push(piece);
    bytes += Buffer.byteLength(piece);
    if (bytes > largestPlain) {
      throw new HttpError(406, callMessages.feedTooLarge);
    }
  }
  return all;
}

/**
 * A feed, streamed, in gzip if the client takes it: 10,000 products in three colours each are 43 MB, or 2 in gzip.
 * The CDN keeps it for a minute, and never beyond the next start or end of a sale or opening.
 * @throws HttpError 406 for a client without gzip, if the feed is larger than a function may send.
 */
export function feedAnswer<Item>(
  request: Request,
  file: FeedFile<Item>,
  site: URL,
  feed: Feed<Item>,
): Response {
  const pieces = piecesOf(file, site, feed);
  const zipped = takesGzip(request);
  const body = zipped
    ? byteStream(pieces).pipeThrough(new CompressionStream('gzip'))
    : byteStream(plainPieces(pieces).values());
  return new Response(body, {
    headers: {
      'Content-Type': file.type,
      'X-Robots-Tag': 'noindex',
      ...(zipped && { 'Content-Encoding': 'gzip' }),
      ...catalogueCaching(feed.until, undefined, 0),
      Vary: 'Accept-Encoding',
    },
  });
}
