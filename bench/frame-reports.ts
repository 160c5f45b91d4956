import { z } from 'zod';

const time = z.number();

/** Report of a page, as JSON. Times are Unix milliseconds, comparable across documents. */
export const FrameReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['down', 'up']), time }),
  /** Content on screen from then on. */
  z.object({ kind: z.literal('frame'), time, content: z.boolean(), back: z.boolean() }),
  /** URLs of the largest picture on screen and of others as large. */
  z.object({ kind: z.literal('picture'), time, addresses: z.string() }),
]);

export type FrameReport = z.infer<typeof FrameReport>;

/** Milliseconds from a press until each was on screen; undefined if it never was. */
export interface ShownTimes {
  content: number | undefined;
  /** The largest picture, in any quality. */
  picture: number | undefined;
  /** The same picture, in its final quality. */
  sharp: number | undefined;
  back: number | undefined;
}

/** Times of content and pictures shown after a press. @param pressed Unix milliseconds. */
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
