import type { Config } from '@netlify/functions';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startHttpServer } from '#local/servers/http-server.ts';
import { projectFolder } from '#local/settings.ts';
import type { Handler, Route } from '#server/area.ts';
import { clientAddressHeader } from './client-address.ts';
import './load-tsx.ts';

interface NetlifyFunction {
  config?: Config;
  default: Handler & { routes?: readonly Route[] };
}

/** A function of the shop as its file declares it. */
export interface LoadedFunction {
  /** File name without folder and extension. */
  name: string;
  config: Config;
  /** Empty if it is not reachable over HTTP. */
  paths: string[];
  handler: Handler;
  /** None of a scheduled function. */
  routes: readonly Route[];
}

/** A call of the API. */
export interface LoadedCall {
  /** The path without `/api/`, in lower case, joined by hyphens: `staff-refund`. */
  name: string;
  path: string;
  /** The function that answers it. */
  in: LoadedFunction;
}

/** Handles a request from a client address. */
export type AnswerOfFunctions = (request: Request, ip?: string) => Promise<Response>;

export interface FunctionServer {
  /** e.g. http://127.0.0.1:40123 */
  origin: string;
  /** Handles a request without HTTP. */
  answer: AnswerOfFunctions;
  close(): Promise<void>;
}

/** A function without a path or a schedule is served at Netlify's default path for it, and below. */
function pathsOf(name: string, { path: own, schedule }: Config): string[] {
  if (own !== undefined) return [own].flat();
  return schedule === undefined ? [`/.netlify/functions/${name}/*`] : [];
}

/** Every function of the shop. */
export function loadFunctions(): Promise<LoadedFunction[]> {
  const folder = path.join(projectFolder, 'netlify/functions');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  return Promise.all(
    files.map(async (file): Promise<LoadedFunction> => {
      const { config = {}, default: handler }: NetlifyFunction = await import(
        /* @vite-ignore */ pathToFileURL(path.join(folder, file)).href
      );
      const name = path.basename(file, '.ts');
      return { name, config, paths: pathsOf(name, config), handler, routes: handler.routes ?? [] };
    }),
  );
}

/** The name of a call, by its path. */
export function callName(called: string): string {
  const own = called.toLowerCase().replace(/^\/(api\/)?/, '');
  return own.replaceAll('/', '-').replaceAll(':', '');
}

/** Every call of the shop, whatever its methods. */
export async function loadCalls(): Promise<LoadedCall[]> {
  return (await loadFunctions()).flatMap((one) =>
    [...new Set(one.routes.map(({ path: called }) => called))].map((called) => ({
      name: callName(called),
      path: called,
      in: one,
    })),
  );
}

/** Answers by the functions' own paths, in this process. */
export async function loadAnswers(): Promise<AnswerOfFunctions> {
  const routes = (await loadFunctions()).flatMap(({ paths, handler }) =>
    paths.map((declared) => ({
      // Netlify's rules: the trailing slash is optional, and `:name` is one segment.
      pattern: new RegExp(`^${declared.replaceAll(/:[^/]+/g, '[^/]+').replace('/*', '(/.*)?')}/?$`),
      handler,
    })),
  );
  return async (request, connected = '') => {
    const { pathname } = new URL(request.url);
    const found = routes.find(({ pattern }) => pattern.test(pathname));
    if (!found) return new Response('Not found', { status: 404 });
    const code = request.headers.get('x-visitor-country');
    return found.handler(request, {
      ip: request.headers.get(clientAddressHeader) ?? connected,
      ...(code !== null && { geo: { country: { code } } }),
    });
  };
}

/**
 * Serves the shop's functions over HTTP at their declared paths, for tests that need no pages.
 * @param port 0 for any free port.
 * @param files files of the site that functions fetch, by path.
 */
export async function startFunctions(
  port = 0,
  files: Readonly<Record<string, string>> = {},
): Promise<FunctionServer> {
  const functions = await loadAnswers();
  const answer: AnswerOfFunctions = async (request, ip) => {
    const file = files[new URL(request.url).pathname];
    return file === undefined ? functions(request, ip) : new Response(file);
  };
  const { url, close } = await startHttpServer(port, answer);
  return { origin: url, answer, close };
}
