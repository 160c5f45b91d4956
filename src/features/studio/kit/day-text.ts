import { serverNow } from '#browser/server-clock.ts';
const inLondon = { timeZone: 'Europe/London' } as const;
const isoDay = new Intl.DateTimeFormat('en-CA', inLondon);
const shortDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const momentParts = {
  ...inLondon,
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
} as const;
const momentThisYear = new Intl.DateTimeFormat('en-GB', momentParts);
const momentOfYear = new Intl.DateTimeFormat('en-GB', { ...momentParts, year: 'numeric' });
const dayMs = 86_400_000;

/** The UK date at a moment, as an ISO date. */
export function dayAt(moment: number): string {
  return isoDay.format(moment);
}

function isSameYear(day: string, other: string): boolean {
  return day.slice(0, 4) === other.slice(0, 4);
}

/**
 * An ISO date as text: Today, Tomorrow, Yesterday, else "Mon 23 Nov", in another year "Sun 23 Nov 2025".
 * @param now milliseconds since 1970.
 */
export function dayText(day: string, now = serverNow()): string {
  const today = dayAt(now);
  const distance = Math.round((Date.parse(day) - Date.parse(today)) / dayMs);
  if (distance === 0) return 'Today';
  if (distance === 1) return 'Tomorrow';
  if (distance === -1) return 'Yesterday';
  const text = shortDay.format(Date.parse(day));
  return isSameYear(day, today) ? text : `${text} ${day.slice(0, 4)}`;
}

/** `dayText` within a sentence: "today", "Mon 23 Nov". */
export function dayInText(day: string, now = serverNow()): string {
  const text = dayText(day, now);
  return text.includes(' ') ? text : text.toLowerCase();
}

/** Dispatch deadline: "Dispatch today", "Dispatch by Mon 23 Nov", "Was due yesterday". */
export function leavesText(day: string, now = serverNow()): string {
  const today = dayAt(now);
  const text = dayInText(day, now);
  if (day < today) return `Was due ${text}`;
  return day === today ? `Dispatch ${text}` : `Dispatch by ${text}`;
}

/**
 * A moment in UK time: "22 Nov, 14:05", in another year "22 Nov 2025, 14:05".
 * @param at ISO 8601. @param now milliseconds since 1970.
 */
export function momentText(at: string, now = serverNow()): string {
  const time = Date.parse(at);
  return (isSameYear(dayAt(time), dayAt(now)) ? momentThisYear : momentOfYear).format(time);
}

function utcDate(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/**
 * The first and the last day of a month.
 * @param day an ISO date.
 * @param by offset in months: -1 for the previous month.
 */
export function monthOf(day: string, by: number): { from: string; to: string } {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return {
    from: utcDate(Date.UTC(year, month - 1 + by, 1)),
    to: utcDate(Date.UTC(year, month + by, 0)),
  };
}

/**
 * The first and the last day of a calendar quarter.
 * @param day an ISO date.
 * @param by offset in quarters: -1 for the previous one.
 */
export function quarterOf(day: string, by: number): { from: string; to: string } {
  const offset = by * 3 - ((Number(day.slice(5, 7)) - 1) % 3);
  return { from: monthOf(day, offset).from, to: monthOf(day, offset + 2).to };
}
