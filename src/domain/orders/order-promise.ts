/**
 * Texts for the promise clock. The clock itself is supabase/schemas/orders/promise_clock.sql; days are ISO
 * dates in the United Kingdom.
 */

/** The promise made when an order was placed. */
export interface PromisedDays {
  /** ISO 3166-1 alpha-2. */
  country: string;
  leaves_by: string;
  arrives_from: string;
  arrives_by: string;
}

function formatted(date: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(date));
}

/** "Wednesday 25 November" */
export function dayText(date: string): string {
  return formatted(date, { weekday: 'long', day: 'numeric', month: 'long' });
}

/** "Wednesday 25 November 2026" */
export function fullDayText(date: string): string {
  return `${dayText(date)} ${date.slice(0, 4)}`;
}

/** "27–30 November", "30 November – 2 December", or one day with its weekday. */
export function daysText(from: string, by: string): string {
  if (from === by) return dayText(from);
  const last = formatted(by, { day: 'numeric', month: 'long' });
  return from.slice(0, 7) === by.slice(0, 7)
    ? `${formatted(from, { day: 'numeric' })}–${last}`
    : `${formatted(from, { day: 'numeric', month: 'long' })} – ${last}`;
}

/**
 * "arrives 27–30 November". The policy promises days for the United Kingdom; abroad they are the
 * carrier's estimate: "expected 27–30 November".
 */
export function arrivalText({
  country,
  arrives_from,
  arrives_by,
}: Omit<PromisedDays, 'leaves_by'>): string {
  const days = daysText(arrives_from, arrives_by);
  return country === 'GB' ? `arrives ${days}` : `expected ${days}`;
}

/** "Leaves by Wednesday 25 November, arrives 27–30 November", without a full stop. */
export function promiseText(promised: PromisedDays): string {
  return `Leaves by ${dayText(promised.leaves_by)}, ${arrivalText(promised)}`;
}

/**
 * "Standard delivery: ordered now, it leaves by Wednesday 25 November and arrives 27–30 November", for a
 * delivery within the United Kingdom, without a full stop.
 */
export function deliveryText({
  name,
  ...promised
}: { name: string } & Omit<PromisedDays, 'country'>): string {
  const days = arrivalText({ ...promised, country: 'GB' });
  return `${name}: ordered now, it leaves by ${dayText(promised.leaves_by)} and ${days}`;
}

let isoDays: Intl.DateTimeFormat | undefined;

/** A moment's day in the United Kingdom as an ISO date, which is the Swedish date format. */
export function isoDay(moment: Date): string {
  // Created lazily: the first formatter takes a browser 20 ms, and product pages load this file.
  isoDays ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' });
  return isoDays.format(moment);
}

/**
 * The open part of the promise: "Arrives 27–30 November" once the parcel must have left; null after that.
 */
export function openPromiseText(promised: PromisedDays, now: Date): string | null {
  const date = isoDay(now);
  if (date <= promised.leaves_by) return promiseText(promised);
  if (date > promised.arrives_by) return null;
  const text = arrivalText(promised);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
