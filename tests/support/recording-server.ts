import { serve } from '@hono/node-server';
import type { Server } from 'node:http';

/** A call that a service of Netlify's got. */
interface RecordedCall {
  /** e.g. `POST /api/v1/purge` */
  what: string;
  authorization: string | null;
  body: string;
}

/** Stands where a service is that the shop calls, and remembers how it was called. */
export interface RecordingServer {
  /** e.g. http://127.0.0.1:40123 */
  origin: string;
  calls: RecordedCall[];
  /** The statuses that it answers with, one after the other; 200 when there is none left. */
  answers: number[];
  /** Done before the next answer. */
  beforeAnswer?: (() => Promise<unknown>) | undefined;
  close(): void;
}

/** Starts one on a free port. */
export async function startRecordingServer(): Promise<RecordingServer> {
  const recording: RecordingServer = {
    origin: '',
    calls: [],
    answers: [],
    close: () => server.close(),
  };
  const server = await new Promise<Server>((resolve) => {
    const listening = serve(
      {
        port: 0,
        hostname: '127.0.0.1',
        fetch: async (request) => {
          const { method, url, headers } = request;
          recording.calls.push({
            what: `${method} ${new URL(url).pathname}`,
            authorization: headers.get('authorization'),
            body: await request.text(),
          });
          await recording.beforeAnswer?.();
          return new Response(null, { status: recording.answers.shift() ?? 200 });
        },
      },
      () => resolve(listening as Server),
    );
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  recording.origin = `http://127.0.0.1:${address.port}`;
  return recording;
}
