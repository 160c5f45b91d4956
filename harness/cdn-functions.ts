import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { AnswerOfFunctions } from './function-server.ts';

/** The functions behind a CDN. */
interface CachedFunctions extends AnswerOfFunctions {
  /** Forgets the answers with one of these tags. */
  purge(tags: readonly string[]): void;
}

interface StoredAnswer {
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
  /** End of `stale-while-revalidate`, in Unix milliseconds. */
  end: number;
}

const compress = promisify(brotliCompress);
/** A quality fast enough to compress on each request. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };

function secondsOf(directives: string, name: string): number {
  return Number(new RegExp(`\\b${name}=(\\d+)`).exec(directives)?.[1] ?? 0);
}

/** Time for which the CDN may cache a response, in seconds; 0 if it may not. */
export function sharedSeconds(headers: Headers): number {
  const directives = headers.get('Netlify-CDN-Cache-Control') ?? headers.get('Cache-Control') ?? '';
  if (/\b(no-store|private)\b/.test(directives)) return 0;
  const fresh = secondsOf(directives, 's-maxage');
  return fresh > 0 ? fresh + secondsOf(directives, 'stale-while-revalidate') : 0;
}

/** Cache key of a URL: its path, and the whole query unless `Netlify-Vary` narrows it. */
export function storedKey({ pathname, searchParams }: URL, vary: string | null): string {
  const named = /\bquery=([\w|]+)/.exec(vary ?? '')?.[1]?.split('|');
  const query = [...searchParams].filter(([name]) => !named || named.includes(name));
  return `${pathname}?${new URLSearchParams(query).toString()}`;
}

async function compressed(answer: Response): Promise<Pick<StoredAnswer, 'body' | 'headers'>> {
  const headers = new Headers(answer.headers);
  const plain = Buffer.from(await answer.arrayBuffer());
  if (!/^(text\/|application\/json)/.test(headers.get('Content-Type') ?? ''))
    return { body: plain, headers };
  headers.set('Content-Encoding', 'br');
  headers.append('Vary', 'Accept-Encoding');
  headers.delete('Content-Length');
  return { body: Buffer.from(await compress(plain, { params })), headers };
}

/**
 * The functions behind Netlify's CDN, for browsers, which all accept brotli: text is compressed, and
 * cacheable responses are served to later callers without calling the function.
 * @see https://docs.netlify.com/build/caching/caching-overview/
 */
export function functionsBehindCdn(functions: AnswerOfFunctions): CachedFunctions {
  const stored = new Map<string, StoredAnswer>();
  /** `Netlify-Vary` header by path. */
  const varies = new Map<string, string | null>();

  function purge(tags: readonly string[]): void {
    for (const [key, { headers }] of stored)
      if (tags.some((tag) => headers.get('Netlify-Cache-Tag')?.split(',').includes(tag)))
        stored.delete(key);
  }

  async function answerOrStored(request: Request, ip?: string): Promise<Response> {
    const address = new URL(request.url);
    const found = stored.get(storedKey(address, varies.get(address.pathname) ?? null));
    if (request.method === 'GET' && found && found.end > Date.now())
      return new Response(found.body, { headers: found.headers });
    const answer = await functions(request, ip);
    if (answer.body === null) return answer;
    const { status } = answer;
    const { body, headers } = await compressed(answer);
    const seconds = sharedSeconds(headers);
    if (request.method === 'GET' && status === 200 && seconds > 0) {
      const vary = headers.get('Netlify-Vary');
      varies.set(address.pathname, vary);
      stored.set(storedKey(address, vary), { body, headers, end: Date.now() + seconds * 1000 });
    }
    return new Response(body, { status, headers });
  }

  return Object.assign(answerOrStored, { purge });
}
