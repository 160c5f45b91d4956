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

/**
 * How far a device's clock is behind the server's, in milliseconds: 0 where they agree to within two seconds, since the
 * header is no more precise, or where the server did not say. An answer from a CDN's cache may carry the date at which it
 * was stored or that at which it was sent; the one nearer to the device's clock counts.
 * @param asked when the server was asked, on the device's clock.
 * @param answered when its answer came, on the same clock.
 * @param date the answer's header `Date`.
 * @param age its header `Age`, in seconds.
 */
export function clockOffset(
  asked: number,
  answered: number,
  date: string | null,
  age: string | null,
): number {
  const dated = Date.parse(date ?? '');
  if (Number.isNaN(dated)) return 0;
  // Headers have whole seconds: half of one is missing on average.
  const offset = dated + 500 - (asked + answered) / 2;
  const kept = offset + (Number(age) || 0) * 1000;
  const nearer = Math.abs(kept) < Math.abs(offset) ? kept : offset;
  return Math.abs(nearer) < 2000 ? 0 : nearer;
}
