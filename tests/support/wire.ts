import http from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * Fate of a function's call, and of everything after it:
 * - `never arrives`: nor do its retries; the function gets an error and continues.
 * - `answer lost`: it takes effect, but the function gets an error and continues.
 * - `killed after`: it takes effect, and the function dies.
 * - `stumbles`: it takes effect, the connection is cut, and the retry succeeds.
 */
export type Fault = 'never arrives' | 'answer lost' | 'killed after' | 'stumbles';

/** An action at a call: before it is sent, while it is in flight, or before its response arrives. */
export interface Interruption {
  /** Number of the call, from 1. */
  at: number;
  moment: 'before' | 'during' | 'after';
  act: () => Promise<void>;
}

/** The network between functions and the services they call. */
export interface Wire {
  /** URL of a service through this wire. */
  through(service: string, url: string): Promise<string>;
  /** Leads the calls of a service to another URL from now on. */
  redirect(service: string, url: string): void;
  /** Starts recording calls, and breaks the given one (from 1), if any. */
  watch(fault?: { at: number; fault: Fault } | Interruption): void;
  /** Stops recording. Returns the calls made, as `service METHOD path` or `service sql_function`. */
  calls(): string[];
  /** Idempotency keys that the shop sent with the recorded calls. */
  keys(): string[];
  close(): Promise<void>;
}

interface Call {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

function nameOf(service: string, { method, path }: Call): string {
  const { pathname } = new URL(path, 'http://wire');
  const [, sqlFunction] = /^\/rest\/v1\/rpc\/(\w+)$/.exec(pathname) ?? [];
  if (sqlFunction) return `${service} ${sqlFunction}`;
  return `${service} ${method} ${pathname.replace(/\b(?:cs_test|pi)_\w+|(?<=\/object\/(?:return-photos|review-photos|catalogue)\/).+|(?<=\/factors\/)[\da-f-]+|(?<=\/(?:transactions|carrier_accounts|tracks\/\w+)\/)\w+/, ':id')}`;
}

async function forward(url: string, { method, path, headers, body }: Call) {
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const { host: _host, ...passed } = headers;
    http
      .request(url + path, { method, headers: passed }, resolve)
      .on('error', reject)
      .end(body);
  });
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) };
}

/** A failure after which Stripe's library does not retry, as if its retries were exhausted. */
function giveUp(response: http.ServerResponse): void {
  response.writeHead(503, {
    'content-type': 'application/json',
    'stripe-should-retry': 'false',
  });
  response.end('{"error":{"type":"api_error","message":"The wire is cut."}}');
}

interface WireOptions {
  beside?: readonly string[];
  onAnswer?: (name: string, body: string) => void;
}

/**
 * @param beside calls, in the notation of `calls`, that are neither recorded nor broken: made after the
 *   response, they have no fixed order.
 * @param onAnswer gets each call, in the same notation, with the body of a successful answer.
 */
export function createWire({ beside = [], onAnswer }: WireOptions = {}): Wire {
  const servers: http.Server[] = [];
  const urls = new Map<string, string>();
  let watching = false;
  let broken: { at: number; fault: Fault } | undefined;
  let interruption: Interruption | undefined;
  let calls: string[] = [];
  let keys: string[] = [];

  /** The fault of this call, the latest of `calls`. */
  function faultNow(): Fault | 'dead' | undefined {
    if (!broken) return undefined;
    const { at, fault } = broken;
    if (calls.length < at) return undefined;
    if (calls.length === at) return fault;
    if (fault === 'killed after') return 'dead';
    const repeated = calls.slice(at - 1).every((name) => name === calls[at - 1]);
    return repeated && fault !== 'stumbles' ? fault : undefined;
  }

  async function carry(
    service: string,
    url: string,
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request;
    const call: Call = { method, path, headers, body: await buffer(request) };
    const name = nameOf(service, call);
    const watched = watching && !beside.includes(name);
    if (watched) calls.push(name);
    const key = String(headers['idempotency-key'] ?? '');
    // Stripe's library adds its own key to the other calls.
    if (watched && key && !key.startsWith('stripe-node')) keys.push(key);
    const fault = watched ? faultNow() : undefined;
    const lose = () => {
      if (service === 'stripe') giveUp(response);
      else request.socket.destroy();
    };
    if (fault === 'never arrives' || fault === 'dead') return lose();
    const interrupted = watched && calls.length === interruption?.at ? interruption : undefined;
    if (interrupted?.moment === 'before') await interrupted.act();
    const answering = forward(url, call);
    // A killed service may not respond.
    answering.catch(() => undefined);
    if (interrupted?.moment === 'during') await interrupted.act();
    const answer = await answering;
    if (answer.status < 300) onAnswer?.(name, answer.body.toString());
    if (interrupted?.moment === 'after') await interrupted.act();
    if (fault === 'stumbles') request.socket.destroy();
    else if (fault) lose();
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  return {
    async through(service, url) {
      const server = http.createServer((request, response) => {
        carry(service, urls.get(service) ?? url, request, response).catch(() =>
          request.socket.destroy(),
        );
      });
      servers.push(server);
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const address = server.address();
      if (typeof address !== 'object' || !address) throw new Error('The wire has no port.');
      return `http://127.0.0.1:${address.port}`;
    },
    redirect: (service, url) => void urls.set(service, url),
    watch(fault) {
      watching = true;
      broken = fault && 'fault' in fault ? fault : undefined;
      interruption = fault && 'act' in fault ? fault : undefined;
      calls = [];
      keys = [];
    },
    calls() {
      watching = false;
      return calls;
    },
    keys: () => keys,
    async close() {
      await Promise.all(
        servers.map(async (server) => {
          const closed = new Promise((resolve) => {
            server.close(resolve);
          });
          server.closeAllConnections();
          await closed;
        }),
      );
    },
  };
}
