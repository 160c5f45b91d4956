/** `npm run icons`: draws the icons of public/icons from the brand mark. */
import { mkdirSync } from 'node:fs';
import sharp from 'sharp';
import { colours } from '#brand/colours.ts';

const mark = 'public/brand/mark.svg';

/** Launchers may crop a maskable icon to its inner 80 % circle, so its mark is drawn smaller. */
const icons = [
  { file: 'icon-192.png', size: 192 },
  { file: 'icon-512.png', size: 512 },
  { file: 'icon-maskable-512.png', size: 512, markSize: 400 },
];

mkdirSync('public/icons', { recursive: true });
for (const { file, size, markSize = size } of icons) {
  const edge = (size - markSize) / 2;
  await sharp(mark, { density: 600 })
    .resize(markSize, markSize)
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: colours.ink })
    .png({ palette: true, colours: 32, compressionLevel: 9 })
    .toFile(`public/icons/${file}`);
}
