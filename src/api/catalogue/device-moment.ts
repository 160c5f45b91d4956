import { clockOffset } from '#domain/basics/clock-offset.ts';

/**
 * A moment that a response states, by this device's clock, however wrong, in milliseconds since 1970.
 * @param moment ISO 8601.
 */
export function deviceMoment(moment: string, headers: Headers): number {
  const now = Date.now();
  return Date.parse(moment) - clockOffset(now, now, headers.get('date'), headers.get('age'));
}
