import { countText } from './count-text.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The parts of a countdown. */
export interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** Splits a duration into units; all 0 once it is over. @param ms milliseconds. */
export function timeLeft(ms: number): TimeLeft {
  // The last second counts until it has passed.
  const left = Math.max(0, Math.ceil(ms / 1000) * 1000);
  return {
    days: Math.floor(left / dayMs),
    hours: Math.floor((left % dayMs) / hourMs),
    minutes: Math.floor((left % hourMs) / minuteMs),
    seconds: Math.floor((left % minuteMs) / 1000),
  };
}

/**
 * The countdown's text for screen readers: it changes daily, then hourly, and three times in the last
 * hour, because each change is read out.
 * @param ms milliseconds.
 */
export function saidLeft(ms: number): string {
  if (ms >= dayMs) return `${countText(Math.floor(ms / dayMs), 'day')} left`;
  if (ms >= hourMs) return `${countText(Math.floor(ms / hourMs), 'hour')} left`;
  if (ms >= 10 * minuteMs) return 'Less than an hour left';
  return ms >= minuteMs ? 'Less than ten minutes left' : 'Less than a minute left';
}
