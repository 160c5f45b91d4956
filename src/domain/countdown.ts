import { countText } from './count-text.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** What a countdown shows. */
export interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** A duration by its units; nothing is left of one that is over. @param ms milliseconds. */
export function timeLeft(ms: number): TimeLeft {
  // The last second counts until it is over.
  const left = Math.max(0, Math.ceil(ms / 1000) * 1000);
  return {
    days: Math.floor(left / dayMs),
    hours: Math.floor((left % dayMs) / hourMs),
    minutes: Math.floor((left % hourMs) / minuteMs),
    seconds: Math.floor((left % minuteMs) / 1000),
  };
}

/**
 * What a countdown says to those who cannot see it: changes every day, then every hour, and three times in the last
 * hour, since each change is read out.
 * @param ms milliseconds.
 */
export function saidLeft(ms: number): string {
  if (ms >= dayMs) return `${countText(Math.floor(ms / dayMs), 'day')} left`;
  if (ms >= hourMs) return `${countText(Math.floor(ms / hourMs), 'hour')} left`;
  if (ms >= 10 * minuteMs) return 'Less than an hour left';
  return ms >= minuteMs ? 'Less than ten minutes left' : 'Less than a minute left';
}
