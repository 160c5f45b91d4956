import { createHash } from 'node:crypto';
import { filmTypes } from '#domain/catalogue/film.ts';
import sharp, { type Sharp } from 'sharp';

/** Width in pixels of the largest picture that a product page requests (src/features/product/gallery/ProductPicture.tsx). */
const widest = 1440;

/** Width in pixels of the largest full-width picture. */
export const widestOfPage = 2400;

/** Part of each stored name: raise it when `webPicture` changes, so that pictures are encoded again. */
const recipe = '2';

/** Settings of the bucket, which is created with the first file. */
export const bucketSettings = {
  public: true,
  fileSizeLimit: 10 * 1024 * 1024,
  allowedMimeTypes: [
    'image/webp',
    'image/jpeg',
    'image/png',
    'image/avif',
    ...Object.values(filmTypes),
  ],
};

/** Metadata of each stored picture. A year, in seconds: names are content hashes, so that a stored picture never changes. */
export const storedAs = { contentType: 'image/webp', cacheControl: '31536000' };

/** A file's name in Storage, derived from a hash of its content. */
export function storedName(slug: string, content: Uint8Array, ending = 'webp'): string {
  const hash = createHash('sha256').update(recipe).update(content);
  return `${slug}-${hash.digest('hex').slice(0, 20)}.${ending}`;
}

/** Encodes an image. As fast as effort 0 and a fifth smaller; higher efforts take longer and save little. */
export function encoded(image: Sharp): Promise<Buffer> {
  return image.webp({ quality: 88, effort: 1 }).toBuffer();
}

/**
 * Encodes a picture for the web: upright, no wider than any page shows it, without EXIF data such as
 * place and owner. Netlify's Image CDN scales it to the layout's widths on first request and caches
 * the result. Encoding and uploading every width here would take 5 times as long for WebP and over
 * 50 times for AVIF, for no visible gain: PSNR against the original stays above 40 dB.
 */
export async function webPicture(
  name: string,
  file: string | Uint8Array,
  width = widest,
): Promise<Buffer> {
  try {
    const image = sharp(file, { failOn: 'error' }).rotate();
    return await encoded(image.resize({ width, withoutEnlargement: true }));
  } catch (error) {
    throw new Error(`The picture “${name}” is damaged and cannot be read.`, { cause: error });
  }
}
