import { fetchOpened } from '#api/catalogue/opened.ts';
import { atMoment } from '#browser/timers/at-moment.ts';

/**
 * Runs `act` whenever products become available or prices change.
 * @param life aborting it stops the watch.
 * @throws Error if the next opening cannot be fetched.
 */
export async function watchOpenings(act: () => Promise<unknown>, life: AbortSignal): Promise<void> {
  const { until } = await fetchOpened(life);
  const actAndWatch = () =>
    void act()
      .then(() => watchOpenings(act, life))
      .catch(() => null);
  atMoment(until, actAndWatch, life);
}
