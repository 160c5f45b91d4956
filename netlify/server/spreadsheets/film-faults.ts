import { type FilmEnding, filmLimits } from '#domain/catalogue/film.ts';
import { type FilmFacts, readFilm } from './film-file.ts';
import { shapeFault } from './picture-faults.ts';

/** Codecs that every browser of the shop plays: H.264, VP8, VP9 and AV1. */
const playable: ReadonlySet<string> = new Set(
  'avc1 avc3 vp08 vp09 av01 V_VP8 V_VP9 V_AV1'.split(' '),
);

function faultIn(name: string, { tracks, frames, seconds }: FilmFacts): string | undefined {
  const [track, ...others] = tracks.filter(({ kind }) => kind === 'video');
  if (!track) return `“${name}” is not a film (MP4 or WebM).`;
  if (tracks.some(({ kind }) => kind === 'sound')) return `“${name}” has sound. Export it without.`;
  if (!playable.has(track.codec))
    return `“${name}” is encoded as ${track.codec}, which many browsers do not play. Export it as H.264.`;
  // Frames of a fragmented file are not listed together.
  if (frames < 2 || others.length > 0)
    return `The film “${name}” is in pieces. Export it again as one MP4 or WebM.`;
  const size = `“${name}” is ${track.width} × ${track.height} pixels`;
  const shape = shapeFault(size, track.width, track.height);
  if (shape !== undefined) return shape;
  const { width, height } = filmLimits;
  if (track.width < width || track.height < height)
    return `${size}, too small to look sharp: it needs at least ${width} × ${height}.`;
  // Half a frame over, as encoders round.
  if (!(seconds <= filmLimits.seconds + 0.05))
    return `“${name}” lasts ${seconds.toFixed(1)} seconds; a film lasts at most ${filmLimits.seconds}. Cut it.`;
  return undefined;
}

/**
 * Checks a film before anything is stored, by its bytes alone: silent, short, small, and of a kind that browsers play.
 * @param name the person's name for it, for the message.
 * @returns the ending of its kind, or the fault in plain words.
 */
export function checkFilm(
  name: string,
  bytes: Uint8Array,
): { ending: FilmEnding } | { fault: string } {
  if (bytes.length > filmLimits.bytes) {
    const size = (bytes.length / 1_000_000).toFixed(1);
    return { fault: `“${name}” is ${size} MB; a film may have at most 2 MB. Export it smaller.` };
  }
  try {
    const facts = readFilm(bytes);
    if (facts === null) return { fault: `“${name}” is not a film (MP4 or WebM).` };
    const fault = faultIn(name, facts);
    return fault === undefined ? { ending: facts.ending } : { fault };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { fault: `The film “${name}” is damaged: part of it is missing. Export it again.` };
  }
}
