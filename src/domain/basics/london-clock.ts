/** The shop's clock: marketers read and write London time. */
const hourMs = 3_600_000;

const inLondon = { timeZone: 'Europe/London', hourCycle: 'h23' } as const;

const wallClock = new Intl.DateTimeFormat('en-CA', {
  ...inLondon,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

const sentence = new Intl.DateTimeFormat('en-GB', {
  ...inLondon,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** A date and time in London. */
interface LondonTime {
  /** `2026-12-04` */
  day: string;
  /** `18:00` */
  time: string;
}

/** A moment in London time. @param moment ISO 8601, or milliseconds since 1970. */
export function londonTime(moment: string | number): LondonTime {
  const parts = new Map(
    wallClock.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}

/** A moment in London time, in short: `2026-12-04 18:00`. @param moment ISO 8601. */
export function londonShort(moment: string): string {
  const { day, time } = londonTime(moment);
  return `${day} ${time}`;
}

/**
 * The moment of a London time.
 * @returns ISO 8601 in UTC; or `because`, a sentence, if there is no such day or time, or the clocks
 * change: an hour in March does not exist, one in October occurs twice.
 */
export function londonMoment({ day, time }: LondonTime): string | { because: string } {
  const midnight = Date.parse(`${day}T00:00Z`);
  const isDay =
    /^\d{4}-\d\d-\d\d$/.test(day) && new Date(midnight || 0).toISOString().startsWith(day);
  if (!isDay) return { because: day === '' ? 'The day is missing.' : `There is no day ${day}.` };
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time))
    return { because: `“${time}” is not a time. Write hours and minutes, such as 18:00.` };
  const wall = Date.parse(`${day}T${time}Z`);
  const [moment, another] = [wall, wall - hourMs].filter((one) => {
    const shown = londonTime(one);
    return shown.day === day && shown.time === time;
  });
  if (moment === undefined)
    return {
      because: `There is no ${time} on that day: the clocks go forward from 01:00 to 02:00. Choose another time.`,
    };
  if (another !== undefined)
    return {
      because: `There is ${time} twice on that day: the clocks go back from 02:00 to 01:00. Choose another time.`,
    };
  return new Date(moment).toISOString();
}

/**
 * A moment as displayed: "Friday 4 December 2026 at 18:00 GMT".
 * @param moment ISO 8601, or milliseconds since 1970.
 */
export function londonText(moment: string | number): string {
  return sentence.format(new Date(moment)).replace(',', '');
}
