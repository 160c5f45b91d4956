import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Server } from 'node:http';

/** A response that replaces the real one. */
export interface Override {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A server that forwards every request except those to overridden paths. */
export interface OverridingProxy {
  url: string;
  /** Sets responses by path, replacing earlier ones. */
  override(answers: Readonly<Record<string, Override>>): void;
  close(): Promise<void>;
}

/**
 * Proxies a service and breaks it where a test says so.
 * @param target origin of the service; without one, paths that are not overridden answer 404.
 */
export async function startOverridingProxy(target?: string): Promise<OverridingProxy> {
  let overrides: Readonly<Record<string, Override>> = {};
  const app = new Hono();
  app.all('*', async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const override = overrides[`${c.req.method} ${pathname}`] ?? overrides[pathname];
    if (override) {
      const { status, body, headers } = override;
      const init = { status, headers: { 'content-type': 'application/json', ...headers } };
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), init);
    }
    if (!target) return c.notFound();
    const { method } = c.req;
    const body = method === 'GET' || method === 'HEAD' ? null : await c.req.arrayBuffer();
    const headers = new Headers(c.req.raw.headers);
    headers.delete('host');
    return fetch(`${target}${pathname}${search}`, { method, headers, body, redirect: 'manual' });
  });
  const server = await new Promise<Server>((resolve) => {
    const listening = serve({ port: 0, hostname: '127.0.0.1', fetch: app.fetch }, () =>
      resolve(listening as Server),
    );
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    override(answers) {
      overrides = answers;
    },
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
