import {
  BufferSource,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
  MP4,
  WEBM,
} from 'mediabunny';
import { type FilmEnding, filmLimits } from '#domain/catalogue/film.ts';
import { shapeFault } from './picture-faults.ts';

/** Codecs that every browser of the shop plays. */
const playable: ReadonlySet<unknown> = new Set(['avc', 'vp8', 'vp9', 'av1']);

/** Number of a film's frames. @param metadataOnly counts those that it lists, whether or not they are in the file. */
async function framesOf(track: InputVideoTrack, metadataOnly: boolean): Promise<number> {
  const all = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly });
  const numbers: number[] = [];
  for await (const { sequenceNumber } of all) numbers.push(sequenceNumber);
  return numbers.length;
}

async function faultIn(
  name: string,
  input: Input,
  track: InputVideoTrack,
): Promise<string | undefined> {
  const { seconds, width, height } = filmLimits;
  if ((await input.getPrimaryAudioTrack()) !== null)
    return `“${name}” has sound. Export it without.`;
  const codec = await track.getCodec();
  if (!playable.has(codec))
    return `“${name}” is encoded as ${codec ?? 'something unknown'}, which many browsers do not play. Export it as H.264.`;
  const frames = await framesOf(track, false);
  if (frames < 2 || frames < (await framesOf(track, true)))
    return `The film “${name}” is damaged: part of it is missing. Export it again.`;
  const [wide, high] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const size = `“${name}” is ${wide} × ${high} pixels`;
  const shape = shapeFault(size, wide, high);
  if (shape !== undefined) return shape;
  if (wide < width || high < height)
    return `${size}, too small to look sharp: it needs at least ${width} × ${height}.`;
  const length = await input.computeDuration();
  // Half a frame over, as encoders round.
  if (length > seconds + 0.05)
    return `“${name}” lasts ${length.toFixed(1)} seconds; a film lasts at most ${seconds}. Cut it.`;
  return undefined;
}

/**
 * Checks a film before anything is stored, by its bytes alone: silent, short, small, and of a kind that browsers play.
 * @param name the person's name for it, for the message.
 * @returns the ending of its kind, or the fault in plain words.
 */
export async function checkFilm(
  name: string,
  bytes: Uint8Array,
): Promise<{ ending: FilmEnding } | { fault: string }> {
  if (bytes.length > filmLimits.bytes) {
    const size = (bytes.length / 1_000_000).toFixed(1);
    return { fault: `“${name}” is ${size} MB; a film may have at most 2 MB. Export it smaller.` };
  }
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, WEBM] });
  try {
    const format = await input.getFormat().catch(() => null);
    const track = format && (await input.getPrimaryVideoTrack());
    if (!track) return { fault: `“${name}” is not a film (MP4 or WebM).` };
    const fault = await faultIn(name, input, track);
    return fault === undefined ? { ending: format === MP4 ? 'mp4' : 'webm' } : { fault };
  } catch {
    return { fault: `The film “${name}” is damaged and cannot be read. Export it again.` };
  } finally {
    input.dispose();
  }
}
