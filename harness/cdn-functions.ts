import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { AnswerOfFunctions } from './function-server.ts';

interface StoredAnswer {
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
  /** When it is too old even to be given while it is fetched again, in Unix milliseconds. */
  end: number;
}

const compress = promisify(brotliCompress);
/** A quality for answers that are compressed while somebody waits. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };

function secondsOf(directives: string, name: string): number {
  return Number(new RegExp(`\\b${name}=(\\d+)`).exec(directives)?.[1] ?? 0);
}

/** How long the CDN may give an answer out, in seconds; 0 if it may not. */
export function sharedSeconds(headers: Headers): number {
  const directives = headers.get('Netlify-CDN-Cache-Control') ?? headers.get('Cache-Control') ?? '';
  if (/\b(no-store|private)\b/.test(directives)) return 0;
  const fresh = secondsOf(directives, 's-maxage');
  return fresh > 0 ? fresh + secondsOf(directives, 'stale-while-revalidate') : 0;
}

/** The part of an address that the stored answer depends on: its path, and the query if not told otherwise. */
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
 * what the CDN may keep it gives to everybody after the first caller, without calling the function.
 * @see https://docs.netlify.com/build/caching/caching-overview/
 */
export function functionsBehindCdn(functions: AnswerOfFunctions): AnswerOfFunctions {
  const stored = new Map<string, StoredAnswer>();
  /** The `Netlify-Vary` of each path's answers. */
  const varies = new Map<string, string | null>();

  return async (request, ip) => {
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
  };
}
