const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Day of an entry as pages show it: 25 November 2026. @param day `2026-11-25`. */
export function entryDay(day: string): string {
  return longDay.format(new Date(day));
}
