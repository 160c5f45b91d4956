import { z } from 'zod';

const time = z.number();

/** What a page reports, as JSON. Times are Unix milliseconds, so those of several documents compare. */
export const FrameReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['down', 'up']), time }),
  /** What is on screen from then on. */
  z.object({ kind: z.literal('frame'), time, content: z.boolean(), back: z.boolean() }),
  /** Addresses of the largest picture on screen, and of others as large. */
  z.object({ kind: z.literal('picture'), time, addresses: z.string() }),
]);

export type FrameReport = z.infer<typeof FrameReport>;

/** Milliseconds from a press until each was on screen; undefined if it never was. */
export interface ShownTimes {
  content: number | undefined;
  /** The largest picture, in whatever quality. */
  picture: number | undefined;
  /** The same, in the quality that stays. */
  sharp: number | undefined;
  back: number | undefined;
}

/** What came on screen after a press. @param pressed Unix milliseconds. */
export function shownSince(pressed: number, reports: readonly FrameReport[]): ShownTimes {
  const after = reports.filter(({ time: at }) => at >= pressed);
  const since = (found: FrameReport | undefined) => found && found.time - pressed;
  const pictures = after
    .filter((report) => report.kind === 'picture')
    .filter(({ addresses }) => addresses !== '');
  const last = pictures.at(-1)?.addresses;
  return {
    content: since(after.find((report) => report.kind === 'frame' && report.content)),
    picture: since(pictures[0]),
    sharp: since(pictures.find(({ addresses }) => addresses === last)),
    back: since(after.find((report) => report.kind === 'frame' && report.back)),
  };
}
