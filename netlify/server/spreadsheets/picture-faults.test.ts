import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pictureFault } from './picture-faults.ts';

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#A53' } });
}

async function animation(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#A53', '#35A'].map((background) =>
      sharp({ create: { width: 800, height: 1000, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}

describe('a picture', () => {
  test('that is good is taken as it is', async () => {
    const picture = await plain(1440, 1800).jpeg().toBuffer();
    expect(await pictureFault('a.jpg', picture)).toBeUndefined();
  });

  test('is judged as it is shown, upright', async () => {
    const lying = await plain(1500, 1200).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await pictureFault('a.jpg', lying)).toBeUndefined();
    expect(await pictureFault('a.jpg', lying, 'page')).toContain('wider than high');
  });

  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['is none', () => Buffer.from('A letter.'), '“it” is not a picture (JPEG'],
    ['is empty', () => Buffer.alloc(0), 'The file “it” is empty.'],
    [
      'is an iPhone’s HEIC',
      () => readFileSync(path.join(import.meta.dirname, 'fixtures/iphone.heic')),
      '“it” is in Apple’s format HEIC, which browsers do not show. Open it in Photos',
    ],
    ['moves', animation, '“it” moves. Save the one picture'],
    ['is tiny', () => plain(20, 25).png().toBuffer(), '“it” is 20 × 25 pixels, too small'],
    [
      'is a strip',
      () => plain(3000, 1000).png().toBuffer(),
      '“it” is 3000 × 1000 pixels, far too wide',
    ],
    [
      'is torn',
      async () => {
        const whole = await plain(1440, 1800).jpeg().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
      'The picture “it” is damaged',
    ],
  ])('that %s is refused', async (_name, make, fault) => {
    expect(await pictureFault('it', await make())).toContain(fault);
  });

  test.each([
    [1600, 900, undefined],
    [3000, 1200, undefined],
    [1440, 1800, expect.stringContaining('wider than high')],
    [1599, 900, expect.stringContaining('at least 1600 × 900')],
  ])('for a page must be wide and large enough: %i × %i', async (width, height, fault) => {
    const file = await plain(width, height).jpeg().toBuffer();
    expect(await pictureFault('a.jpg', file, 'page')).toEqual(fault);
  });
});
