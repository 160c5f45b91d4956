import { startHttpServer } from '#local/servers/http-server.ts';

/** A call received by a Netlify service. */
interface RecordedCall {
  /** e.g. `POST /api/v1/purge` */
  what: string;
  authorization: string | null;
  body: string;
}

/** A stand-in for a service that the shop calls, which records the calls. */
export interface RecordingServer {
  /** e.g. http://127.0.0.1:40123 */
  origin: string;
  calls: RecordedCall[];
  /** Response statuses in order; 200 once they are used up. */
  answers: number[];
  /** Runs before the next response. */
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
