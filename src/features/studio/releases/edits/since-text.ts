import { serverNow } from '#browser/server-clock.ts';
import { londonTime } from '#domain/basics/london-clock.ts';
import { momentText } from '../../kit/day-text.ts';

/** A moment in London time: `10:04` today, else `4 Dec, 18:00`. @param moment ISO 8601. */
export function sinceText(moment: string): string {
  const { day, time } = londonTime(moment);
  return day === londonTime(serverNow()).day ? time : momentText(moment);
}
