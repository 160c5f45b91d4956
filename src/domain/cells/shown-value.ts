const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day in words: 14 March 2024. */
export function dayInWords(moment: Date): string {
  return day.format(moment);
}

/** A cell's value as shown to a person. */
export function shownValue(value: unknown): string {
  if (value instanceof Date) return dayInWords(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
