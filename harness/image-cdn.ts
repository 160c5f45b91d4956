import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Compression } from './built-files.ts';

/** Netlify's default; its Image CDN converts with libvips, as sharp does. */
const quality = 75;

/** Effort levels of WebP: libvips's default, or half the CPU time for 6 % more bytes. */
const efforts: Record<Compression, number> = { smallest: 4, quick: 2 };

/** Installed with Astro, on supported platforms. */
const sharp = await import('sharp').then(
  (module) => module.default,
  () => null,
);

/** Whether pictures are actually scaled and converted on this machine. */
export const scalesImages = sharp !== null;

export interface ScaledImage {
  body: Buffer<ArrayBuffer>;
  type: string;
}

/** Netlify's order: WebP, then AVIF, then the picture's own format. */
export function formatFor(accept: string): 'avif' | 'webp' | 'jpeg' {
  if (accept.includes('image/webp')) return 'webp';
  return accept.includes('image/avif') ? 'avif' : 'jpeg';
}

/** The only remote URLs that `remote_images` in netlify.toml allows: uploaded pictures. */
const uploaded = /^http:\/\/127\.0\.0\.1:\d+\/storage\/v1\/object\/public\/catalogue\/[^?#]*$/;

async function read(source: string): Promise<Buffer<ArrayBuffer>> {
  if (!uploaded.test(source)) return readFileSync(source);
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(`${answer.status} ${source}`);
  return Buffer.from(await answer.arrayBuffer());
}

async function make(
  source: string,
  width: number,
  accept: string,
  compression: Compression,
): Promise<ScaledImage> {
  const body = await read(source);
  if (!sharp) return { body, type: 'image/jpeg' };
  const format = formatFor(accept);
  const options = format === 'webp' ? { quality, effort: efforts[compression] } : { quality };
  const scaled = sharp(body).resize({ width, withoutEnlargement: true }).toFormat(format, options);
  return { body: Buffer.from(await scaled.toBuffer()), type: `image/${format}` };
}

/**
 * Serves `/.netlify/images?url=…&w=…` for the site's and uploaded pictures as Netlify's Image CDN does:
 * scaled down, never up, in the first format of Netlify's order that the browser accepts.
 * @param folder the built site.
 * @see https://docs.netlify.com/image-cdn/overview/
 */
export function imageCdn(folder: string, compression: Compression = 'smallest') {
  const made = new Map<string, Promise<ScaledImage>>();

  return (address: URL, accept: string): Promise<ScaledImage> => {
    const source = address.searchParams.get('url') ?? '';
    const width = Number(address.searchParams.get('w'));
    const file = uploaded.test(source) ? source : path.join(folder, path.normalize(`/${source}`));
    const key = `${file} ${width} ${formatFor(accept)}`;
    const image = made.get(key) ?? make(file, width, accept, compression);
    made.set(key, image);
    return image;
  };
}
