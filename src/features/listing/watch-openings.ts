import { fetchOpened } from '#api/catalogue/opened.ts';
import { atMoment } from '#browser/timers/at-moment.ts';

/**
 * Runs `act` each time that products open or prices change.
 * @param life its end calls it off.
 * @throws Error when it is not known when that is next.
 */
export async function watchOpenings(act: () => Promise<unknown>, life: AbortSignal): Promise<void> {
  const { until } = await fetchOpened(life);
  const actAndWatch = () =>
    void act()
      .then(() => watchOpenings(act, life))
      .catch(() => null);
  atMoment(until, actAndWatch, life);
}
