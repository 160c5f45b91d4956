import { imageCdn } from '#local/image-cdn.ts';
import { startHttpServer } from '#local/servers/http-server.ts';
import { runsOn } from '#local/netlify-edge/edge-path.ts';
import { isMadePicture } from '#domain/catalogue/image.ts';
import { otherSpellings, rightSpelling } from '#domain/browsing/right-spelling.ts';
import { builtFiles, type BuiltFile, type Compression } from './built-files.ts';
import type { AnswerOfFunctions } from './function-server.ts';
import { readNetlifyRules, readRedirects } from './netlify-rules.ts';

/** Netlify's default header for pages and files without a rule in netlify.toml. */
const revalidate = 'public,max-age=0,must-revalidate';

interface CdnOptions {
  /** The built site. */
  folder: string;
  functions: AnswerOfFunctions;
  /** Defaults to any free port. */
  port?: number;
  /** Defaults to the smallest; tests that do not measure bytes use the quick one. */
  compression?: Compression;
}

export interface RunningCdn {
  origin: string;
  close(): Promise<void>;
}

/** Answers with a file, or 304 if the browser has it. */
export function fileAnswer(
  request: Request,
  file: BuiltFile,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  const { body, type, etag } = file;
  const all = new Headers({ 'Cache-Control': revalidate, 'Content-Type': type, ETag: etag });
  if (file.encoding) all.set('Content-Encoding', file.encoding);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  if (request.headers.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers: all });
  return new Response(Uint8Array.from(body), { status, headers: all });
}

/** Serves a built site and its functions as Netlify's CDN would. */
export async function startCdn({
  folder,
  functions,
  port = 0,
  compression = 'smallest',
}: CdnOptions): Promise<RunningCdn> {
  const rules = readNetlifyRules();
  const redirects = readRedirects(folder);
  const files = builtFiles(folder, compression);
  const images = imageCdn(folder, compression === 'quick' ? 0 : 4);

  async function answer(request: Request, ip?: string): Promise<Response> {
    const address = new URL(request.url);
    const { pathname } = address;
    // As netlify/edge-functions/right-spelling.ts.
    const right = runsOn(otherSpellings, request.url) ? rightSpelling(pathname) : pathname;
    if (right !== pathname)
      return new Response(null, { status: 301, headers: { Location: right + address.search } });
    if (pathname.startsWith('/api/')) return functions(request, ip);
    if (pathname === '/.netlify/images') {
      // As netlify/edge-functions/picture-sizes.ts.
      if (!isMadePicture(address.search)) return new Response('Not made', { status: 404 });
      const { body, type } = await images(address, request.headers.get('accept') ?? '');
      const cache = rules.headersOf(address.searchParams.get('url') ?? '')['Cache-Control'];
      return new Response(body, {
        headers: { 'Content-Type': type, 'Cache-Control': cache ?? revalidate },
      });
    }
    const file = files(pathname);
    if (file) return fileAnswer(request, file, 200, rules.headersOf(pathname));
    // No rule fits a path with an invalid escape sequence.
    const match = await redirects.match(request).catch(() => undefined);
    if (match?.redirect)
      return new Response(null, {
        status: match.statusCode,
        headers: { Location: match.target.href.slice(address.origin.length) },
      });
    if (match?.statusCode === 200) {
      const page = files(match.target.pathname);
      if (page) return fileAnswer(request, page, 200, rules.headersOf(pathname));
      return functions(new Request(match.target, request), ip);
    }
    const missing = files('/404.html');
    if (!missing) return new Response('Not found', { status: 404 });
    return fileAnswer(request, missing, 404, rules.headersOf(pathname));
  }

  const { url, close } = await startHttpServer(port, answer);
  return { origin: url, close };
}
