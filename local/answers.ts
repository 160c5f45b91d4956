import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until a URL responds successfully.
 * @throws Error when it has not within `milliseconds`, or as soon as `gaveUp` rejects.
 */
export async function untilAnswers(
  address: string,
  milliseconds: number,
  gaveUp: Promise<never> = new Promise(() => undefined),
): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (performance.now() < deadline) {
    const answered = fetch(address, { redirect: 'manual' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (await Promise.race([answered, gaveUp])) return;
    await Promise.race([pause(200), gaveUp]);
  }
  throw new Error(`${address} did not answer within ${Math.round(milliseconds / 1000)} s.`);
}
