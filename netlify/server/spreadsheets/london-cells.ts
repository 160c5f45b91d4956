import { londonMoment } from '#domain/basics/london-clock.ts';
import { readDay } from './days.ts';

/** Accepted ways to write a moment, for messages. */
const ADVICE = 'Write day and time on London’s clock, like 04/12/2026 18:00 or 2026-12-04 18:00';

/** The time of day that London's clock shows in a cell of a spreadsheet, which has no time zones. */
function timeOf(cell: Date): string {
  // A serial number is a fraction of a day, which may end a millisecond before the minute.
  return new Date(cell.getTime() + 500).toISOString().slice(11, 16);
}

/** Splits text at the time of day that ends it; a day alone begins at midnight. */
function splitText(text: string): { day: string; time: string } {
  const [, day = text, hours = '0', minutes = '0', half = ''] =
    /^(.*?)(?:,? at |, ?|T| )(\d{1,2})[:.](\d{2})(?::00)? ?(am|pm)?$/i.exec(text) ?? [];
  const shift = { '': 0, am: hours === '12' ? -12 : 0, pm: hours === '12' ? 0 : 12 };
  const hour = Number(hours) + (shift[half.toLowerCase() as keyof typeof shift] ?? 0);
  return { day, time: `${String(hour).padStart(2, '0')}:${minutes.padStart(2, '0')}` };
}

/**
 * The moment in a cell: a spreadsheet's date and time, or British text (04/12/2026 18:00, 4 December
 * 2026 at 6:00 pm) on London's clock; or ISO 8601 with its offset.
 * @returns ISO 8601, or the reason that it is not a moment, as a message with the correction.
 */
export function readMoment(value: unknown): { at: string } | { because: string } {
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    const day = new Date(value.getTime() + 500).toISOString().slice(0, 10);
    return momentOf(`${day} ${timeOf(value)}`, day, timeOf(value));
  }
  const text = String(value).trim();
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) {
    const moment = new Date(text);
    if (!Number.isNaN(moment.getTime())) return { at: moment.toISOString() };
  }
  const { day: written, time } = splitText(text);
  const day = /^\d{4}-\d{2}-\d{2}$/.test(written) ? written : readDay(written);
  return day === undefined
    ? { because: `“${text}” is not a day and time. ${ADVICE}.` }
    : momentOf(text, day, time);
}

function momentOf(text: string, day: string, time: string) {
  const moment = londonMoment({ day, time });
  return typeof moment === 'string' ? { at: moment } : { because: `“${text}”: ${moment.because}` };
}
