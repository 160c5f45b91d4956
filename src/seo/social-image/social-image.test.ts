import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawPicture } from './draw-social-image.ts';
import { fitLines } from './fit-lines.ts';
import { canWrite, linePaths, lineWidth } from './lettering.ts';

/** Every letter is as wide as the font size. */
const room = {
  width: 100,
  sizes: [20, 10],
  lines: 2,
  measure: (line: string, size: number) => [...line].length * size,
};

test('a name is set at the largest size that fits', () => {
  expect(fitLines('Velvet Cap', { ...room, sizes: [20, 10] })).toEqual({
    size: 10,
    lines: ['Velvet Cap'],
  });
  expect(fitLines('Bold Cap', room)).toEqual({ size: 20, lines: ['Bold', 'Cap'] });
});

test('a name that does not fit is truncated with an ellipsis', () => {
  expect(fitLines('one two three four five six', room)).toEqual({
    size: 10,
    lines: ['one two', 'three fou…'],
  });
  expect(fitLines('Extraordinarily', room).lines).toEqual(['Extraordi…']);
  expect(fitLines('  ', room).lines).toEqual([]);
});

test('letters are outlines, independent of the machine’s fonts', () => {
  const paths = linePaths('Żé Ω', 'display', 50, 10, 20);
  expect(paths).not.toContain('<text');
  expect(paths.match(/<path /g)).toHaveLength(4);
  expect(lineWidth('MM', 'display', 50)).toBeCloseTo(2 * lineWidth('M', 'display', 50));
});

test('letters missing from the fonts are omitted', () => {
  expect(linePaths('帽', 'display', 50, 0, 0)).toBe('');
  expect(canWrite('帽 子', 'display')).toBe(false);
  expect(canWrite('帽 M', 'display')).toBe(true);
});

test('the picture has the right size, the photograph on the left and ink on the right', async () => {
  const red = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  const picture = await drawPicture(red, 'Cap', { price: '£38.00', withTax: '£40.28 with tax' });
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1200, 630]);
  const at = (x: number, y: number) => [...data.subarray((y * 1200 + x) * 3).subarray(0, 3)];
  const [r = 0, g = 255] = at(250, 315);
  expect(r).toBeGreaterThan(240);
  expect(g).toBeLessThan(20);
  const right = sharp(picture).extract({ left: 560, top: 400, width: 600, height: 180 });
  const { channels } = await right.stats();
  // Letters as dark as ink on a background as light as bone.
  expect(channels[0]?.min).toBeLessThan(60);
  expect(channels[0]?.max).toBeGreaterThan(220);
});
