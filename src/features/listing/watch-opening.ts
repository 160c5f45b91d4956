import { deviceMoment } from '#api/catalogue/device-moment.ts';
import { atMoment } from '#browser/timers/at-moment.ts';

/**
 * Runs `act` when products next become available or prices change.
 * @param moment ISO 8601, as stated in the response with these headers.
 * @param life aborting it stops the watch.
 */
export function watchOpening(
  moment: string,
  headers: Headers,
  act: () => void,
  life: AbortSignal,
): void {
  atMoment(deviceMoment(moment, headers), act, life);
}
