import { serve } from '@hono/node-server';
import type { Config } from '@netlify/functions';
import { readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectFolder } from '#local/settings.ts';
import type { Handler } from '#server/endpoint.ts';
import { clientAddressHeader } from './client-address.ts';

interface NetlifyFunction {
  config: Config;
  default: Handler;
}

/** A function of the shop as its file declares it. */
export interface LoadedFunction {
  /** Its file's name, without folder and ending. */
  name: string;
  /** None when it is not reached over HTTP. */
  paths: string[];
  handler: Handler;
}

export interface FunctionServer {
  /** e.g. http://127.0.0.1:40123 */
  origin: string;
  close(): Promise<void>;
}

/** Every function of the shop. */
export function loadFunctions(): Promise<LoadedFunction[]> {
  const folder = path.join(projectFolder, 'netlify/functions');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  return Promise.all(
    files.map(async (file): Promise<LoadedFunction> => {
      const { config, default: handler }: NetlifyFunction = await import(
        /* @vite-ignore */ pathToFileURL(path.join(folder, file)).href
      );
      return { name: path.basename(file, '.ts'), paths: [config.path ?? []].flat(), handler };
    }),
  );
}

/** The functions by their addresses. */
function routesOf(functions: readonly LoadedFunction[]) {
  return functions.flatMap(({ paths, handler }) =>
    paths.map((declared) => ({
      // Netlify's rule: with or without a slash at the end, `:name` is one segment.
      pattern: new RegExp(`^${declared.replaceAll(/:[^/]+/g, '[^/]+')}/?$`),
      handler,
    })),
  );
}

/**
 * Serves the shop's own functions over HTTP by their own paths, for tests that need no pages.
 * @param port 0 for any free port.
 */
export async function startFunctions(port = 0): Promise<FunctionServer> {
  const routes = routesOf(await loadFunctions());
  const server = await new Promise<Server>((resolve) => {
    const listening = serve(
      {
        port,
        hostname: '127.0.0.1',
        fetch: async (request, env) => {
          const { pathname } = new URL(request.url);
          const found = routes.find(({ pattern }) => pattern.test(pathname));
          if (!found) return new Response('Not found', { status: 404 });
          const connected = 'incoming' in env ? env.incoming.socket.remoteAddress : undefined;
          const ip = request.headers.get(clientAddressHeader) ?? connected ?? '';
          return found.handler(request, { ip });
        },
      },
      () => resolve(listening as Server),
    );
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The function server has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
