import type { Config, Context, Cookie } from '@netlify/edge-functions';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runsOn } from './edge-path.ts';

/** The part of Netlify's context that the shop's edge functions use. */
interface Visit {
  geo: Context['geo'];
  cookies: { set: (cookie: Cookie) => void };
}

/** An edge function as its file declares it. */
interface EdgeModule {
  config: Config;
  default: (request: Request, visit: Visit) => Response | undefined | Promise<Response | undefined>;
}

interface EdgeOptions {
  /** Folder of the edge functions; they run in alphabetical order, as on Netlify. */
  folder: string;
  /** Imports the current version of a file. */
  load: (file: string) => Promise<EdgeModule>;
  /** Environment of the edge functions. */
  environment: NodeJS.ProcessEnv;
}

/** Sets the visitor's country for one request; `VISITOR_COUNTRY` sets it for all. */
const COUNTRY_HEADER = 'x-visitor-country';

/** Vite's own files. In the built site they are under `/_astro/`, where no edge function runs. */
const DEVELOPER_FILES = /^\/(@|src\/|node_modules\/)/;

function cookieText({ name, value, path: scope, maxAge, sameSite, secure }: Cookie): string {
  return [
    `${name}=${encodeURIComponent(value)}`,
    ...(scope === undefined ? [] : [`Path=${scope}`]),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    ...(sameSite === undefined ? [] : [`SameSite=${sameSite}`]),
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}

function webRequest({ method = 'GET', url = '/', headers }: IncomingMessage): Request {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((text): [string, string] => [name, text]),
  );
  return new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), {
    method,
    headers: sent,
  });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  answer.headers.forEach((value, name) => response.appendHeader(name, value));
  response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
}

function runsFor({ config }: EdgeModule, { method, url }: Request): boolean {
  const methods: string[] = [config.method ?? []].flat();
  return runsOn(config, url) && (methods.length === 0 || methods.includes(method));
}

/**
 * Runs Netlify's edge functions in Node, in front of the dev server. Netlify's own runtime is Deno with
 * a bootstrap from the network; the shop's functions need neither. A function that throws is logged and
 * skipped, as with `onError: 'bypass'`.
 * @returns a middleware for the dev server
 */
export function edgeFunctions({ folder, load, environment }: EdgeOptions) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  Object.assign(globalThis, { Netlify: { env: { get: (name: string) => environment[name] } } });

  /** @returns whether an edge function has responded. */
  async function answered(message: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const request = webRequest(message);
    const code = request.headers.get(COUNTRY_HEADER) ?? environment['VISITOR_COUNTRY'];
    const visit: Visit = {
      geo: code ? { country: { code } } : {},
      cookies: { set: (cookie) => void response.appendHeader('set-cookie', cookieText(cookie)) },
    };
    for (const file of files.toSorted()) {
      try {
        const edgeFunction = await load(path.join(folder, file));
        if (!runsFor(edgeFunction, request)) continue;
        const answer = await edgeFunction.default(request, visit);
        if (!answer) continue;
        await send(answer, response);
        return true;
      } catch (error) {
        console.error(`Edge function ${file} failed:`, error);
      }
    }
    return false;
  }

  return async (message: IncomingMessage, response: ServerResponse, next: () => void) => {
    const { method, url = '/' } = message;
    // `netlify dev` sends HEAD requests to check that a page exists, without the visitor's cookies.
    const applies = method !== 'HEAD' && !DEVELOPER_FILES.test(url);
    if (!applies || !(await answered(message, response))) next();
  };
}
