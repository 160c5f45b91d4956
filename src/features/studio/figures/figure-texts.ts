import type { FigurePeriod } from '#domain/enums.ts';
import { formatPounds, pence } from '#domain/money/money.ts';

const dayOfMonth = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const withYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortWeekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
const dayMs = 86_400_000;

/** Names of the current periods. */
export const periodNames: Readonly<Record<FigurePeriod, string>> = {
  day: 'Today',
  week: 'This week',
  month: 'This month',
};

/** ISO dates as text: "3 Nov 2026", "1–25 Nov 2026" or "28 Oct – 3 Nov 2026". */
export function daysText(from: string, to: string): string {
  const last = withYear.format(Date.parse(to));
  if (from === to) return last;
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))}–${last}`;
  const isSameYear = from.slice(0, 4) === to.slice(0, 4);
  return `${(isSameYear ? dayOfMonth : withYear).format(Date.parse(from))} – ${last}`;
}

/** The ISO date some days later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Label of a point of the course: its hour, weekday or day of the month. */
export function spotText(period: FigurePeriod, from: string, spot: number): string {
  if (period === 'day') return `${String(spot).padStart(2, '0')}:00`;
  const day = Date.parse(dayAfter(from, spot));
  return period === 'week' ? shortWeekday.format(day) : dayOfMonth.format(day);
}

/** Pence as pounds, with the sign of an amount that went back. */
export function poundsOf(inPence: number): string {
  return formatPounds(pence(inPence));
}

/** Change against the period before: "+12 %", "−4 %"; `''` where there is nothing to compare with. */
export function changeText(now: number, before: number): string {
  if (before <= 0) return '';
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return 'unchanged';
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
}

/** A share: "4.2%"; "–" of nothing. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part * 100) / whole).toFixed(1)}%`;
}

/** Weeks for which stock lasts at the rate of the last four. */
export function weeksText(inStock: number, soldIn28Days: number): string {
  if (inStock === 0) return 'sold out';
  const weeks = (inStock * 4) / soldIn28Days;
  if (weeks > 104) return 'over 2 years';
  const text = weeks < 10 ? weeks.toFixed(1) : String(Math.round(weeks));
  return `${text} ${text === '1.0' ? 'week' : 'weeks'}`;
}
