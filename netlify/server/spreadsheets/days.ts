/** Accepted ways to write a day, for messages. */
export const DAY_ADVICE = 'Write the day like 14/03/2026, 14 March 2026 or 2026-03-14';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Range of Excel's serial numbers that are taken as days: 2000-01-01 to 2099-12-31. */
const SERIALS = { first: 36_526, last: 73_050 };

/** Serial number of 1 January 1970. */
const SERIAL_OF_1970 = 25_569;

function isoDay(year: number, month: number, day: number): string | undefined {
  const moment = new Date(Date.UTC(year, month - 1, day));
  const same = moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day;
  return same ? moment.toISOString().slice(0, 10) : undefined;
}

function fullYear(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

/**
 * The day in a cell: a spreadsheet's date, its serial number, or British text (14/03/2024, 14.3.24,
 * 14 March 2024, 14-Mar-24). Where day and month could be swapped, the day comes first, as in Britain.
 * @returns the day as year-month-day; `undefined` when it is none of these.
 */
export function readDay(value: unknown): string | undefined {
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? undefined : value.toISOString().slice(0, 10);
  }
  const text = String(value).trim();
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    const serial = Math.floor(Number(text));
    if (serial < SERIALS.first || serial > SERIALS.last) return undefined;
    return new Date((serial - SERIAL_OF_1970) * 86_400_000).toISOString().slice(0, 10);
  }
  // Excel adds a time of day after a blank.
  const [, day, month, year] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?: 0{1,2}:00(?::00)?)?$/.exec(text) ?? [];
  if (day !== undefined && month !== undefined && year !== undefined) {
    return isoDay(fullYear(year), Number(month), Number(day));
  }
  const [, date, name, years] =
    /^(?:[a-z]+,? )?(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})$/i.exec(text) ??
    [];
  if (date === undefined || name === undefined || years === undefined) return undefined;
  const place = months.indexOf(name.slice(0, 3).toLowerCase());
  return place < 0 ? undefined : isoDay(fullYear(years), place + 1, Number(date));
}

/** Whether a text is a day whose order depends on the country: 03/04/2024. */
export function isSlashedDay(text: string): boolean {
  return /^\d{1,2}[/.-]\d{1,2}[/.-]\d/.test(text.trim());
}

/** Whether a text is a day in American order (3/14/2024), which is not guessed at. */
export function isAmericanDay(text: string): boolean {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  return (
    month !== undefined &&
    day !== undefined &&
    Number(day) > 12 &&
    isoDay(Number(year), Number(month), Number(day)) !== undefined
  );
}
