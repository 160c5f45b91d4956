/** `npm run icons`: draws the pictures of public/icons from the brand's drawings. */
import { mkdirSync, readFileSync } from 'node:fs';
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

/** Wordmark of the e-mails, at three times its size: on ink, so that it also shows in dark mode. */
const wordmark = readFileSync('public/brand/wordmark.svg', 'utf8');
await sharp(Buffer.from(wordmark.replace(colours.ink, colours.bone)), { density: 300 })
  .resize({ height: 72 })
  .flatten({ background: colours.ink })
  .png({ palette: true, colours: 16, compressionLevel: 9 })
  .toFile('public/icons/wordmark.png');
