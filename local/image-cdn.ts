import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Quality of a format that the URL does not give: Netlify's default. Its Image CDN converts with libvips, as sharp does. */
const usualQuality = 75;

/**
 * Effort of encoders: libvips's default, or the least. An AVIF of 832 px takes 1,100 or 80 ms of processor time, and
 * has 10 or 13 kB.
 */
export type Effort = 4 | 0;

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
  effort: Effort,
): Promise<ScaledImage> {
  const body = await read(source);
  if (!sharp) return { body, type: 'image/jpeg' };
  const options = format === 'jpeg' ? { quality } : { quality, effort };
  const scaled = sharp(body).resize({ width, withoutEnlargement: true }).toFormat(format, options);
  return { body: Buffer.from(await scaled.toBuffer()), type: `image/${format}` };
}

/**
 * Serves `/.netlify/images?url=…&w=…` for the site's and uploaded pictures as Netlify's Image CDN does:
 * scaled down, never up, in the requested format and quality (`fm`, `q`) or the browser's.
 * Each is made once, until its file changes.
 * @param folder the built site, or its files as they are.
 * @see https://docs.netlify.com/image-cdn/overview/
 */
export function imageCdn(folder: string, effort: Effort) {
  const made = new Map<string, Promise<ScaledImage>>();

  /** @throws when there is no such picture. */
  return async (address: URL, accept: string): Promise<ScaledImage> => {
    const source = address.searchParams.get('url') ?? '';
    const width = Number(address.searchParams.get('w'));
    const file = uploaded.test(source) ? source : path.join(folder, path.normalize(`/${source}`));
    const format = formatFor(address.searchParams.get('fm'), accept);
    const quality = Number(address.searchParams.get('q') ?? usualQuality);
    const changed = file === source ? '' : statSync(file).mtimeMs;
    const key = `${file} ${changed} ${width} ${format} ${quality}`;
    const image = made.get(key) ?? make(file, width, format, quality, effort);
    made.set(key, image);
    image.catch(() => made.delete(key));
    return image;
  };
}
