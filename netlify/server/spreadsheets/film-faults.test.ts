import { readFileSync } from 'node:fs';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { expect, test } from 'vitest';
import { checkFilm } from './film-faults.ts';

interface Shot {
  format?: Mp4OutputFormat | WebMOutputFormat;
  codec?: 'vp9' | 'hevc';
  seconds?: number;
  width?: number;
  height?: number;
  sound?: boolean;
  /** Bytes of a frame. */
  frame?: number;
}

const codecs = { vp9: 'vp09.00.10.08', hevc: 'hev1.1.6.L93.B0' };

/** A film of two frames a second, whose pictures are noise. */
async function film({
  format = new WebMOutputFormat(),
  codec = 'vp9',
  seconds = 8,
  width = 720,
  height = 900,
  sound = false,
  frame = 500,
}: Shot): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const video = new EncodedVideoPacketSource(codec);
  const audio = new EncodedAudioPacketSource('opus');
  output.addVideoTrack(video);
  if (sound) output.addAudioTrack(audio);
  await output.start();
  for (let at = 0; at < seconds * 2; at += 1)
    await video.add(
      new EncodedPacket(
        new Uint8Array(frame).fill(at + 1),
        at === 0 ? 'key' : 'delta',
        at / 2,
        0.5,
      ),
      {
        decoderConfig: {
          codec: codecs[codec],
          codedWidth: width,
          codedHeight: height,
          ...(codec === 'hevc' && { description: new Uint8Array(30) }),
        },
      },
    );
  if (sound)
    await audio.add(new EncodedPacket(new Uint8Array(20), 'key', 0, 0.5), {
      decoderConfig: { codec: 'opus', numberOfChannels: 2, sampleRate: 48_000 },
    });
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer());
}

const mp4 = new Mp4OutputFormat();

test.each([
  ['webm', {}],
  ['mp4', { format: mp4 }],
])('a short, silent film is taken as %s', async (ending, shot) => {
  // The file's name does not count.
  expect(checkFilm('a.jpg', await film(shot))).toEqual({ ending });
});

test.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
  ['is none', () => Buffer.from('<script>alert(1)</script>'), 'is not a film (MP4 or WebM).'],
  ['is empty', () => new Uint8Array(), 'is not a film (MP4 or WebM).'],
  ['is heavy', () => film({ frame: 130_000 }), 'is 2.1 MB; a film may have at most 2 MB.'],
  ['is long', () => film({ seconds: 9 }), 'lasts 9.0 seconds; a film lasts at most 8. Cut it.'],
  ['is long, as MP4', () => film({ seconds: 9, format: mp4 }), 'lasts 9.0 seconds'],
  ['has sound', () => film({ sound: true }), 'has sound. Export it without.'],
  ['is tiny', () => film({ width: 240, height: 300 }), 'is 240 × 300 pixels, too small'],
  ['is wide', () => film({ width: 1920, height: 1080 }), 'far too wide'],
  ['many browsers do not play', () => film({ codec: 'hevc', format: mp4 }), 'is encoded as h'],
  ['has one frame', () => film({ seconds: 0.5 }), 'is in pieces.'],
  [
    'is fragmented',
    () => film({ format: new Mp4OutputFormat({ fastStart: 'fragmented' }) }),
    'is in pieces.',
  ],
  ['is torn, as WebM', async () => (await film({})).subarray(0, 5000), 'is damaged'],
  [
    'is torn',
    async () => {
      const whole = await film({ format: mp4 });
      return whole.subarray(0, whole.length / 2);
    },
    'is damaged: part of it is missing.',
  ],
])('a film that %s is refused', async (_name, make, fault) => {
  expect(checkFilm('it.mp4', await make())).toEqual({ fault: expect.stringContaining(fault) });
});

test('a film as browsers record it is taken', () => {
  const recorded = readFileSync(new URL('../../../tests/support/turn.webm', import.meta.url));
  expect(checkFilm('it', recorded)).toEqual({ ending: 'webm' });
});
