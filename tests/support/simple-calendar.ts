/**
 * The promise clock, implemented independently of the database: it counts hours and noons one by one and
 * derives holidays from the law. Days are ISO dates, moments Unix milliseconds.
 */
import { HANDLING_DAYS } from '#domain/catalogue/promises.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The day `count` days after another. */
export function daysAfter(date: string, count: number): string {
  return new Date(Date.parse(date) + count * day).toISOString().slice(0, 10);
}

function weekday(date: string): number {
  return new Date(date).getUTCDay();
}

/** The first such weekday from a day on, counted in days after Sunday. */
function nextWeekday(date: string, wanted: number): string {
  return daysAfter(date, (7 + wanted - weekday(date)) % 7);
}

/** Easter Sunday, by the anonymous Gregorian algorithm (https://en.wikipedia.org/wiki/Date_of_Easter). */
function easter(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const date = (h + l - 7 * m + 33 * month + 19) % 32;
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}

/** Moves holidays at weekends to the next free weekday. */
function substituted(dates: readonly string[]): string[] {
  const taken: string[] = [];
  for (const date of dates) {
    let free = date;
    while ([0, 6].includes(weekday(free)) || taken.includes(free)) free = daysAfter(free, 1);
    taken.push(free);
  }
  return taken;
}

/**
 * Bank holidays in England and Wales, by the Banking and Financial Dealings Act 1971 and custom
 * (https://www.gov.uk/bank-holidays), without those proclaimed for a single year.
 */
export function usualBankHolidays(year: number): string[] {
  const sunday = easter(year);
  return [
    ...substituted([`${year}-01-01`]),
    daysAfter(sunday, -2),
    daysAfter(sunday, 1),
    nextWeekday(`${year}-05-01`, 1),
    nextWeekday(`${year}-05-25`, 1),
    nextWeekday(`${year}-08-25`, 1),
    // If Christmas is on a Sunday, Boxing Day keeps its own day and comes first.
    ...substituted(
      weekday(`${year}-12-25`) === 0
        ? [`${year}-12-26`, `${year}-12-25`]
        : [`${year}-12-25`, `${year}-12-26`],
    ),
  ].toSorted();
}

/** Milliseconds by which clocks in London are ahead of GMT: https://www.legislation.gov.uk/ukpga/1972/6 */
function summerTime(at: number): number {
  const year = new Date(at).getUTCFullYear();
  const begins = Date.parse(`${nextWeekday(`${year}-03-25`, 0)}T01:00Z`);
  const ends = Date.parse(`${nextWeekday(`${year}-10-25`, 0)}T01:00Z`);
  return at >= begins && at < ends ? hour : 0;
}

function londonDay(at: number): string {
  return new Date(at + summerTime(at)).toISOString().slice(0, 10);
}

const usual = new Set(
  Array.from({ length: 20 }, (_, index) => usualBankHolidays(2015 + index)).flat(),
);

function isBusinessDay(date: string): boolean {
  return ![0, 6].includes(weekday(date)) && !usual.has(date);
}

/** The day on which the last of 48 business hours runs out, 24 in each business day. */
function leavesWithinHours(paidAt: number): string {
  let left = HANDLING_DAYS * day;
  let now = paidAt;
  for (;;) {
    const today = londonDay(now);
    let midnight = Date.parse(daysAfter(today, 1));
    midnight -= summerTime(midnight - hour);
    if (isBusinessDay(today)) {
      const lasts = midnight - now;
      if (lasts >= left) return today;
      left -= lasts;
    }
    now = midnight;
  }
}

/** The first business day whose noon, by GMT, is still to come. */
function leavesAtNoon(paidAt: number): string {
  let date = londonDay(paidAt);
  while (!isBusinessDay(date) || Date.parse(`${date}T12:00Z`) <= paidAt) date = daysAfter(date, 1);
  return date;
}

function arrives(leaves: string, businessDays: number): string {
  let date = leaves;
  for (let count = 0; count < businessDays; count += isBusinessDay(date) ? 1 : 0) {
    date = daysAfter(date, 1);
  }
  return date;
}

/** A delivery and its business days after dispatch. */
export interface Delivery {
  express: boolean;
  least: number;
  most: number;
}

/** Promise of the policy for an order paid at a moment: leaves by, arrives from, arrives by. */
export function simplePromise(paidAt: number, { express, least, most }: Delivery): string[] {
  const leaves = express ? leavesAtNoon(paidAt) : leavesWithinHours(paidAt);
  return [leaves, arrives(leaves, least), arrives(leaves, most)];
}
