import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cropPicture } from './crop-picture.ts';

/** A picture that is red on its left or upper half and blue on the other. */
async function halves(width: number, height: number, across: 'x' | 'y'): Promise<Buffer> {
  const half = across === 'x' ? { width: width / 2, height } : { width, height: height / 2 };
  const red = sharp({ create: { ...half, channels: 3, background: '#F00' } });
  const whole = sharp({ create: { width, height, channels: 3, background: '#00F' } });
  return whole
    .composite([{ input: await red.png().toBuffer(), left: 0, top: 0 }])
    .webp()
    .toBuffer();
}

test.each([
  [{ width: 1000, height: 500 }, { x: 0, y: 50 }, 'x', [400, 500], 'red'],
  [{ width: 1000, height: 500 }, { x: 100, y: 0 }, 'x', [400, 500], 'blue'],
  [{ width: 400, height: 1600 }, { x: 9, y: 0 }, 'y', [400, 500], 'red'],
  [{ width: 400, height: 1600 }, { x: 9, y: 100 }, 'y', [400, 500], 'blue'],
  [{ width: 400, height: 500 }, { x: 0, y: 50 }, 'x', [400, 500], 'red'],
] as const)(
  '%j around %j is cropped to 4:5',
  async (size, focus, across, [width, height], colour) => {
    const cropped = await cropPicture(await halves(size.width, size.height, across), focus);
    expect(await sharp(cropped).metadata()).toMatchObject({ width, height, format: 'webp' });
    const { data } = await sharp(cropped)
      .extract({ left: 20, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [red = 0, , blue = 0] = data;
    expect(red > blue).toBe(colour === 'red');
  },
);
