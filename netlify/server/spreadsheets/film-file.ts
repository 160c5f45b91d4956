import type { FilmEnding } from '#domain/catalogue/film.ts';

/** A track as its file describes it. */
interface Track {
  kind: 'video' | 'sound' | 'other';
  /** As the file names it: avc1, V_VP9. */
  codec: string;
  width: number;
  height: number;
}

/** Facts about a film, from its bytes. */
export interface FilmFacts {
  ending: FilmEnding;
  tracks: Track[];
  seconds: number;
  frames: number;
}

/** A part of a file and where its content lies. */
interface Part {
  id: number;
  start: number;
  end: number;
}

/** Number that four letters make, as MP4 names its boxes. */
function code(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32BE();
}

/**
 * The parts of a file in order, those inside of containers after their container.
 * @throws RangeError when a part ends beyond the file, which is then torn.
 */
function* partsOf(
  bytes: Buffer,
  partAt: (at: number) => Part,
  containers: ReadonlySet<number>,
): Generator<Part> {
  let at = 0;
  while (at < bytes.length) {
    const part = partAt(at);
    const isContainer = containers.has(part.id);
    if (!isContainer && part.end > bytes.length) throw new RangeError('A part is torn.');
    yield part;
    at = Math.max(isContainer ? part.start : part.end, at + 1);
  }
}

function emptyTrack(): Track {
  return { kind: 'other', codec: '', width: 0, height: 0 };
}

const boxes = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'].map(code));
const handlers = new Map([
  ['vide', 'video'],
  ['soun', 'sound'],
] as const);

/** @see ISO/IEC 14496-12 */
function readMp4(bytes: Buffer): FilmFacts {
  const facts: FilmFacts = { ending: 'mp4', tracks: [], seconds: 0, frames: 0 };
  const boxAt = (at: number): Part => {
    const size = bytes.readUInt32BE(at);
    const isLong = size === 1;
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : size || bytes.length - at;
    return { id: bytes.readUInt32BE(at + 4), start: at + (isLong ? 16 : 8), end: at + length };
  };
  let scale = 1;
  for (const { id, start } of partsOf(bytes, boxAt, boxes)) {
    const track = facts.tracks.at(-1) ?? emptyTrack();
    if (id === code('trak')) facts.tracks.push(emptyTrack());
    else if (id === code('mdhd'))
      scale = bytes.readUInt32BE(start + (bytes[start] === 1 ? 20 : 12));
    else if (id === code('hdlr')) {
      const handler = bytes.toString('latin1', start + 8, start + 12);
      for (const [name, kind] of handlers) if (name === handler) track.kind = kind;
    } else if (id === code('stsd')) {
      track.codec = bytes.toString('latin1', start + 12, start + 16);
      if (track.kind !== 'video') continue;
      track.width = bytes.readUInt16BE(start + 40);
      track.height = bytes.readUInt16BE(start + 42);
    } else if (id === code('stts') && track.kind === 'video') {
      let ticks = 0;
      for (let entry = 0; entry < bytes.readUInt32BE(start + 4); entry += 1) {
        const count = bytes.readUInt32BE(start + 8 + entry * 8);
        facts.frames += count;
        ticks += count * bytes.readUInt32BE(start + 12 + entry * 8);
      }
      facts.seconds = ticks / scale;
    }
  }
  return facts;
}

/** Ids of WebM's elements. @see https://www.rfc-editor.org/rfc/rfc9559 */
const element = {
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  kind: 0x83,
  codec: 0x86,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cluster: 0x1f43b675,
  time: 0xe7,
  group: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const;
const { segment, info, tracks, track: entry, video, cluster, group } = element;
const elements: ReadonlySet<number> = new Set([
  segment,
  info,
  tracks,
  entry,
  video,
  cluster,
  group,
]);

/** Bytes of a number of variable length that begins with this byte. */
function lengthOf(first: number): number {
  return Math.clz32(first) - 23;
}

function readWebm(bytes: Buffer): FilmFacts {
  const facts: FilmFacts = { ending: 'webm', tracks: [], seconds: 0, frames: 0 };
  const elementAt = (at: number): Part => {
    const idLength = lengthOf(bytes.readUInt8(at));
    const sizeAt = at + idLength;
    const sizeLength = lengthOf(bytes.readUInt8(sizeAt));
    let size = bytes.readUInt8(sizeAt) & (0xff >> sizeLength);
    for (let next = 1; next < sizeLength; next += 1)
      size = size * 256 + bytes.readUInt8(sizeAt + next);
    const start = sizeAt + sizeLength;
    return { id: bytes.readUIntBE(at, Math.min(idLength, 4)), start, end: start + size };
  };
  let [scale, time, duration, last] = [1_000_000, 0, 0, 0];
  for (const { id, start, end } of partsOf(bytes, elementAt, elements)) {
    const track = facts.tracks.at(-1) ?? emptyTrack();
    const number = () => bytes.readUIntBE(start, Math.min(end - start, 6));
    if (id === entry) facts.tracks.push(emptyTrack());
    else if (id === element.kind)
      track.kind = ({ 1: 'video', 2: 'sound' } as const)[number()] ?? 'other';
    else if (id === element.codec) track.codec = bytes.toString('latin1', start, end);
    else if (id === element.width) track.width = number();
    else if (id === element.height) track.height = number();
    else if (id === element.scale) scale = number();
    else if (id === element.duration)
      duration = end - start === 4 ? bytes.readFloatBE(start) : bytes.readDoubleBE(start);
    else if (id === element.time) time = number();
    else if (id === element.block || id === element.simpleBlock) {
      facts.frames += 1;
      last = Math.max(last, time + bytes.readInt16BE(start + lengthOf(bytes.readUInt8(start))));
    }
  }
  facts.seconds = (Math.max(duration || 0, last) * scale) / 1_000_000_000;
  return facts;
}

/**
 * Reads what an MP4 or WebM file says about itself.
 * @returns null if it is neither.
 * @throws RangeError if it is torn.
 */
export function readFilm(content: Uint8Array): FilmFacts | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const head = bytes.toString('latin1', 0, 64);
  if (head.startsWith('ftyp', 4) && !head.startsWith('qt', 8)) return readMp4(bytes);
  return head.startsWith('\u001aE\u00df\u00a3') && head.includes('webm') ? readWebm(bytes) : null;
}
