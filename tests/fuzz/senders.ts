import { request } from 'node:http';
import { clientAddressHeader } from '#harness/client-address.ts';
import type { LoadedFunction } from '#harness/function-server.ts';
import type { Sent } from './hostile-request.ts';

/** A response. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export type Sender = (sent: Sent) => Promise<Answer>;

/** Passes the request to the function as Netlify does. */
export function straightTo({ handler }: LoadedFunction, origin: string): Sender {
  return async ({ method, address, headers, body, ip }) => {
    const given = new Headers();
    for (const [name, value] of headers) given.append(name, value);
    const sentBody = typeof body === 'string' ? body : body && new Uint8Array(body);
    const options: RequestInit = { method, headers: given, body: sentBody };
    const answer = await handler(new Request(origin + address, options), { ip });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
}

/** Sends the request over the network, with repeated headers intact. */
export function overHttp(origin: string): Sender {
  return ({ method, address, headers, body, ip }) =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(origin);
      const sending = request({
        hostname,
        port,
        method: method.toUpperCase(),
        path: encodeURI(address).replaceAll('%25', '%'),
        // The server may close a connection while we are still sending.
        agent: false,
        headers: [
          ['host', `${hostname}:${port}`],
          [clientAddressHeader, ip],
          ['content-length', String(Buffer.byteLength(body ?? ''))],
          ...headers,
        ].flat(),
      });
      let answered = false;
      sending.on('response', (answer) => {
        answered = true;
        let text = '';
        answer.on('data', (piece: Buffer) => {
          text += piece.toString();
        });
        answer.on('end', () => {
          const received = new Headers();
          for (const [name, values] of Object.entries(answer.headersDistinct)) {
            for (const value of values ?? []) received.append(name, value);
          }
          resolve({ status: answer.statusCode ?? 0, headers: received, text });
        });
      });
      sending.on('error', (error) => {
        if (!answered) reject(error);
      });
      sending.end(body ?? undefined);
    });
}
