import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { fitLines } from './fit-lines.ts';
import { canWrite, linePaths, lineWidth } from './lettering.ts';
import { colours } from '#brand/colours.ts';
import { SHARE_SIZE } from '#domain/catalogue/image.ts';

/** Part of the pictures' file names: increment it with any change here that affects how they look. */
export const RECIPE = '3';

/** A product's photograph is 4:5 and fills the full height uncropped. */
const photograph = { width: (SHARE_SIZE.height * 4) / 5, height: SHARE_SIZE.height };
/** The text panel beside it. */
const panel = { width: SHARE_SIZE.width - photograph.width, height: SHARE_SIZE.height };
const margin = 56;
const room = panel.width - 2 * margin;

/** The wordmark's path, at half its size. */
function wordmark(): string {
  const svg = readFileSync(path.resolve('public/brand/wordmark.svg'), 'utf8');
  const drawing = svg.match(/<path[^>]*>/)?.[0] ?? '';
  return `<g transform="translate(${margin} ${margin}) scale(0.5)">${drawing}</g>`;
}

/** A displayed price, with its total if tax is added. */
interface ShownPrice {
  price?: string;
  withTax?: string;
}

function textPanel(title: string, { price, withTax }: ShownPrice): string {
  const { size, lines } = fitLines(canWrite(title, 'display') ? title : '', {
    width: room,
    sizes: [80, 68, 58, 50, 42],
    lines: 4,
    measure: (line, letters) => lineWidth(line, 'display', letters),
  });
  const lineHeight = size * 1.05;
  const priceBaseline = withTax ? 515 : 565;
  const lastBaseline = price ? priceBaseline - 95 : 565;
  const titlePaths = lines.map((line, index) => {
    const y = lastBaseline - (lines.length - 1 - index) * lineHeight;
    return linePaths(line, 'display', size, margin, Math.round(y));
  });
  const pricePaths = price ? linePaths(price, 'text', 48, margin, priceBaseline) : '';
  const withTaxPaths = withTax ? linePaths(withTax, 'text', 34, margin, 565) : '';
  const { width, height } = panel;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${wordmark()}<g fill="${colours.ink}">${titlePaths.join('')}${pricePaths}${withTaxPaths}</g></svg>`;
}

/** Draws a shared link's picture as JPEG: photograph, brand, title and the price, if any. */
export async function drawPicture(
  photo: Buffer,
  title: string,
  price: ShownPrice,
): Promise<Buffer> {
  // One pipeline: passing pixels through JavaScript in between costs more than it saves.
  return sharp(photo)
    .rotate()
    .resize({ ...photograph, fit: 'cover', position: 'attention' })
    .flatten({ background: colours.bone })
    .extend({ right: panel.width, background: colours.bone })
    .composite([{ input: Buffer.from(textPanel(title, price)), left: photograph.width, top: 0 }])
    .jpeg({ quality: 82 })
    .toBuffer();
}
