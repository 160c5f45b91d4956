import { serverNow } from '#browser/server-clock.ts';
import { londonShort, londonTime } from '#domain/london-clock.ts';

/** A moment in London time: `10:04` today, else `2026-12-04 18:00`. @param moment ISO 8601. */
export function sinceText(moment: string): string {
  const { day, time } = londonTime(moment);
  return day === londonTime(serverNow()).day ? time : londonShort(moment);
}
