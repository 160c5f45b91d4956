/** The longest delay of a browser timer, in milliseconds; longer ones fire at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * Delay after the moment, in milliseconds: clocks differ, and pages should not all ask in the same
 * second.
 */
const soonest = 1000;
const spread = 3000;

/**
 * Runs `act` one to four seconds after a future moment.
 * @param moment by this device's clock, in milliseconds since 1970. Null, past moments and those weeks
 * away are ignored.
 * @param life aborting it cancels the timer.
 */
export function atMoment(moment: number | null, act: () => void, life?: AbortSignal): void {
  const left = (moment ?? 0) - Date.now();
  if (life?.aborted || left <= 0 || left + soonest + spread > longestTimer) return;
  const timer = setTimeout(act, left + soonest + Math.random() * spread);
  life?.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
