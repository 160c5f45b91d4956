import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Compression } from './built-files.ts';

/** Quality of a format that the URL does not give: Netlify's default. Its Image CDN converts with libvips, as sharp does. */
const usualQuality = 75;

/** Effort of encoders: libvips's default, or a tenth of the processor time for a few per cent more bytes. */
const efforts: Record<Compression, number> = { smallest: 4, quick: 0 };

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

/** Formats of `fm` by their parameter, and of an `Accept` header in Netlify's order. */
const formats = { webp: 'webp', avif: 'avif', jpg: 'jpeg' } as const;
type Format = (typeof formats)[keyof typeof formats];

/** The requested format, else the first in Netlify's order that the browser accepts. */
export function formatFor(requested: string | null, accept: string): Format {
  for (const [name, format] of Object.entries(formats)) if (name === requested) return format;
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
  format: Format,
  quality: number,
  compression: Compression,
): Promise<ScaledImage> {
  const body = await read(source);
  if (!sharp) return { body, type: 'image/jpeg' };
  const options = format === 'jpeg' ? { quality } : { quality, effort: efforts[compression] };
  const scaled = sharp(body).resize({ width, withoutEnlargement: true }).toFormat(format, options);
  return { body: Buffer.from(await scaled.toBuffer()), type: `image/${format}` };
}

/**
 * Serves `/.netlify/images?url=…&w=…` for the site's and uploaded pictures as Netlify's Image CDN does:
 * scaled down, never up, in the requested format and quality (`fm`, `q`) or the browser's.
 * @param folder the built site.
 * @see https://docs.netlify.com/image-cdn/overview/
 */
export function imageCdn(folder: string, compression: Compression = 'smallest') {
  const made = new Map<string, Promise<ScaledImage>>();

  return (address: URL, accept: string): Promise<ScaledImage> => {
    const source = address.searchParams.get('url') ?? '';
    const width = Number(address.searchParams.get('w'));
    const file = uploaded.test(source) ? source : path.join(folder, path.normalize(`/${source}`));
    const format = formatFor(address.searchParams.get('fm'), accept);
    const quality = Number(address.searchParams.get('q') ?? usualQuality);
    const key = `${file} ${width} ${format} ${quality}`;
    const image = made.get(key) ?? make(file, width, format, quality, compression);
    made.set(key, image);
    return image;
  };
}
