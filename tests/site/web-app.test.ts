import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, inject, test } from 'vitest';
import { z } from 'zod';
import { builtPages } from '../support/site-pages.ts';

const Manifest = z.object({
  name: z.string().min(1),
  short_name: z.string().min(1).max(12),
  start_url: z.literal('/'),
  scope: z.literal('/'),
  display: z.enum(['fullscreen', 'standalone', 'minimal-ui', 'browser']),
  theme_color: z.string().regex(/^#[0-9a-f]{6}$/),
  background_color: z.string().regex(/^#[0-9a-f]{6}$/),
  icons: z.array(
    z.object({
      src: z.string(),
      sizes: z.string().regex(/^\d+x\d+$/),
      type: z.literal('image/png'),
      purpose: z.enum(['any', 'maskable']),
    }),
  ),
});

function inSite(address: string): string {
  return path.join(inject('distFolder'), address);
}

const manifest = Manifest.parse(JSON.parse(readFileSync(inSite('site.webmanifest'), 'utf8')));

test('every page links the manifest and sets the theme colour', () => {
  for (const { links, meta } of builtPages()) {
    expect(links('manifest')).toEqual(['/site.webmanifest']);
    expect(meta('theme-color')).toEqual([manifest.theme_color]);
  }
});

test('the icons have the sizes declared in the manifest', async () => {
  const kinds = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  expect(kinds).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp(inSite(src)).metadata();
    expect([src, `${width}x${height}`, format]).toEqual([src, sizes, 'png']);
  }
});

test('cropping the maskable icon to a circle cuts nothing off the mark', async () => {
  const icon = manifest.icons.find(({ purpose }) => purpose === 'maskable');
  const { data, info } = await sharp(inSite(icon?.src ?? ''))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const middle = info.width / 2;
  const lightOutside = [...data].filter((lightness, index) => {
    const across = (index % info.width) + 0.5 - middle;
    const down = Math.floor(index / info.width) + 0.5 - middle;
    return lightness > 128 && Math.hypot(across, down) > info.width * 0.4;
  });
  expect(lightOutside).toEqual([]);
});

test('security.txt names a contact and expires within a year', () => {
  const text = readFileSync(inSite('.well-known/security.txt'), 'utf8');
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(text).toMatch(/^Canonical: https?:\/\/\S+\/\.well-known\/security\.txt$/m);
  const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(365);
});
