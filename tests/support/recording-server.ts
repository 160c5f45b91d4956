import { startHttpServer } from '#local/http-server.ts';

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
  close(): Promise<void>;
}

/** Starts one on a free port. */
export async function startRecordingServer(): Promise<RecordingServer> {
  const { url, close } = await startHttpServer(0, async (request) => {
    recording.calls.push({
      what: `${request.method} ${new URL(request.url).pathname}`,
      authorization: request.headers.get('authorization'),
      body: await request.text(),
    });
    await recording.beforeAnswer?.();
    return new Response(null, { status: recording.answers.shift() ?? 200 });
  });
  const recording: RecordingServer = { origin: url, calls: [], answers: [], close };
  return recording;
}
