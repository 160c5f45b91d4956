/** The longest that a browser's timer can wait, in milliseconds; longer ones would fire at once. */
const longestTimer = 2 ** 31 - 1;

/** After the moment, in milliseconds: clocks differ, and not all pages should ask in the same second. */
const soonest = 1000;
const spread = 3000;

/**
 * Runs `act` one to four seconds after a moment to come.
 * @param moment by this device's clock, in milliseconds since 1970. For null, one that has passed, and one weeks away, nothing happens.
 * @param life its end calls it off.
 */
export function atMoment(moment: number | null, act: () => void, life?: AbortSignal): void {
  const left = (moment ?? 0) - Date.now();
  if (life?.aborted || left <= 0 || left + soonest + spread > longestTimer) return;
  const timer = setTimeout(act, left + soonest + Math.random() * spread);
  life?.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
