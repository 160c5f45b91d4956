import { setTimeout as pause } from 'node:timers/promises';

/** Pause between two requests, in milliseconds. */
const PAUSE_MS = 200;

/**
 * Waits until a URL responds successfully, however long that takes.
 * @throws as soon as `gaveUp` rejects, e.g. because the server process has exited.
 */
export async function untilAnswers(address: string, gaveUp: Promise<never>): Promise<void> {
  for (;;) {
    const answered = fetch(address, { redirect: 'manual' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (await Promise.race([answered, gaveUp])) return;
    await Promise.race([pause(PAUSE_MS), gaveUp]);
  }
}
