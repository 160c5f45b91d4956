import { type TimeLeft, timeLeft } from '#domain/countdown.ts';

/** Above a countdown without a heading of its own. */
export const COUNTDOWN_HEADING = 'The next drop opens';

/** What a countdown counts, in order. */
export const countdownUnits = [
  'days',
  'hours',
  'minutes',
  'seconds',
] as const satisfies readonly (keyof TimeLeft)[];

/** Puts what is left into a countdown; it shows its clock from then on, and when nothing is left that it is open. */
export function showLeft(countdown: HTMLElement, ms: number): void {
  const left = timeLeft(ms);
  for (const unit of countdownUnits) {
    const place = countdown.querySelector(`[data-left="${unit}"]`);
    const digits = String(left[unit]).padStart(unit === 'days' ? 1 : 2, '0');
    if (place && place.textContent !== digits) place.textContent = digits;
  }
  countdown.toggleAttribute('data-running', ms > 0);
  countdown.toggleAttribute('data-open', ms <= 0);
}
