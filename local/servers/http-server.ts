import { createAdaptorServer } from '@hono/node-server';
import { once } from 'node:events';
import { Server } from 'node:http';

export interface RunningServer {
  /** e.g. http://127.0.0.1:40123 */
  url: string;
  /** Closes the server and its open connections. */
  close(): Promise<void>;
}

/** Handles a request from a client IP address. */
type Answer = (request: Request, ip: string | undefined) => Response | Promise<Response>;

/**
 * Answers HTTP requests on 127.0.0.1.
 * @param port 0 for any free one.
 * @throws Error when the port is taken.
 */
export async function startHttpServer(port: number, answer: Answer): Promise<RunningServer> {
  const server = createAdaptorServer({
    fetch: (request, env) =>
      answer(request, 'incoming' in env ? env.incoming.socket.remoteAddress : undefined),
  });
  if (!(server instanceof Server)) throw new TypeError('A server without TLS was expected.');
  // As long as a CDN's: after Node's five seconds, a client that reuses the connection just then gets a reset.
  server.keepAliveTimeout = 75_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
