import { type TimeLeft, timeLeft } from '#domain/basics/countdown.ts';

/** Default heading of a countdown. */
export const COUNTDOWN_HEADING = 'The next drop opens';

/** A countdown's units, in order. */
export const countdownUnits = [
  'days',
  'hours',
  'minutes',
  'seconds',
] as const satisfies readonly (keyof TimeLeft)[];

/**
 * Shows the remaining time in a countdown, and reveals its clock; at 0 it shows the "open" message
 * instead.
 */
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
