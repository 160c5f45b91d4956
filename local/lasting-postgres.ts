import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresOptions, type RunningPostgres, startPostgres } from './postgres.ts';

/** Maximum restarts within a minute. */
const MOST_RESTARTS = 3;
const MINUTE_MS = 60_000;

/** Pause before a retry, while the processes of a killed server release its shared memory. */
const RETRY_MS = 500;

/** A PostgreSQL server that is restarted when it exits by itself. */
export interface LastingPostgres extends Pick<RunningPostgres, 'url' | 'stop'> {
  /** Rejects when it cannot be kept running. */
  failed: Promise<never>;
}

/** @throws Error with the server's output when it does not start the first time. */
export async function startLastingPostgres(options: PostgresOptions): Promise<LastingPostgres> {
  let server = await startPostgres(options);
  let stopping = false;
  let starting: Promise<unknown> = Promise.resolve();
  const restarts: number[] = [];
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // Unhandled while the stack is being stopped.
  failed.catch(() => undefined);

  async function startAgain(how: string): Promise<void> {
    const now = performance.now();
    restarts.push(now);
    if (restarts.filter((time) => now - time < MINUTE_MS).length > MOST_RESTARTS)
      throw new Error(
        `PostgreSQL keeps exiting (${how}); the shop cannot run without its database.`,
      );
    console.log(`PostgreSQL has exited (${how}). Restarting it.`);
    await pause(RETRY_MS);
    if (stopping) return;
    try {
      server = await startPostgres(options);
    } catch (error) {
      return startAgain(error instanceof Error ? error.message : String(error));
    }
    void keepRunning();
  }

  async function keepRunning(): Promise<void> {
    const how = await server.ended;
    if (!stopping) starting = startAgain(how).catch(reject);
  }

  void keepRunning();
  return {
    url: (database) => server.url(database),
    failed,
    async stop() {
      stopping = true;
      await starting;
      await server.stop();
    },
  };
}
