const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/London',
  dateStyle: 'short',
  timeStyle: 'short',
});

const hour = 3_600_000;

/** What London's clock shows at a moment: `2026-12-04 18:00`. @param moment ISO 8601. */
export function londonClock(moment: string): string {
  return clock.format(new Date(moment));
}

/**
 * The moment at which London's clock shows a time. Twice a year the clock is changed: in spring an hour
 * is left out, in autumn one comes twice.
 * @param day `2026-12-04`
 * @param time `18:00`
 * @returns the moment in ISO 8601, or what is wrong with the time, as the end of a sentence.
 */
export function momentInLondon(day: string, time: string): { at: string } | { because: string } {
  const asGmt = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(asGmt)) return { because: 'is not a time' };
  const [first, second] = [asGmt - hour, asGmt]
    .map((moment) => new Date(moment).toISOString())
    .filter((moment) => londonClock(moment) === `${day} ${time}`);
  if (first === undefined) {
    return { because: 'does not exist: London’s clock goes forward over that hour' };
  }
  if (second !== undefined) {
    return { because: 'comes twice: London’s clock goes back over that hour' };
  }
  return { at: first };
}
