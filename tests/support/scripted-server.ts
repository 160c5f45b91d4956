import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

/** A response of the server; `hang-up` closes the connection without one. */
export type Answer =
  | { status: number; body: unknown; headers?: Record<string, string> }
  | 'hang-up';

/** A received call. */
interface Call {
  method: string;
  path: string;
  authorization: string | undefined;
  body: unknown;
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

/**
 * A real HTTP server that sends queued responses in order and records calls. Relative URLs are resolved
 * against it, as a browser resolves them against its page.
 */
export async function startScriptedServer() {
  const answers: Answer[] = [];
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (text += part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      calls.push({ method, path: url, authorization: headers.authorization, body });
      const answer = answers.shift() ?? { status: 500, body: 'no answer was queued' };
      if (answer === 'hang-up') {
        request.socket.destroy();
        return;
      }
      const sent = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
      response.writeHead(answer.status, answer.headers).end(sent);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (!isAddress(address)) throw new Error('The server has no port');
  const origin = `http://127.0.0.1:${address.port}`;
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    realFetch(new URL(path, origin), init),
  );
  return {
    origin,
    calls,
    /** Sets the next responses and forgets earlier calls. */
    answer(...next: Answer[]): void {
      answers.splice(0, answers.length, ...next);
      calls.length = 0;
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
