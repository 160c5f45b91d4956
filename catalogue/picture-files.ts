import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/** Where a picture that a row names comes from. */
export type PictureSource =
  | { kind: 'file'; file: string }
  /** It is already in the shop, at this address. */
  | { kind: 'address'; address: string };

/** Where to look for a file's pictures. */
export interface PicturePlaces {
  /** Base folder of relative file names: the catalogue file's own. */
  folder: string;
  /** Folder of the pictures that are part of the site. */
  publicFolder: string;
  /** Address under which Supabase Storage serves the shop's pictures. */
  storage: string;
}

/** Locates a picture that a row names. @throws Error in plain words when the shop cannot show it. */
export function pictureSource(name: string, places: PicturePlaces): PictureSource {
  if (/^https?:\/\//i.test(name)) {
    if (name.startsWith(places.storage)) return { kind: 'address', address: name };
    throw new Error(
      `“${name}” is on another site. Save the picture next to this file and use its file name instead.`,
    );
  }
  if (name.startsWith('/')) {
    const onSite = path.join(places.publicFolder, path.normalize(name));
    if (existsSync(onSite)) return { kind: 'address', address: name };
    throw new Error(
      `“${name}” is not on the shop’s site. For a picture of your own, write its path from this file’s folder, without a leading slash.`,
    );
  }
  return { kind: 'file', file: path.resolve(places.folder, name.replaceAll('\\', '/')) };
}

/** Width in pixels of the largest picture that a product page requests (src/features/product/ProductCarousel.tsx). */
const widest = 1440;

/** Part of each stored name: raise it when `webPicture` changes, so that pictures are encoded again. */
const recipe = '2';

/** A picture's name in Storage, derived from a hash of its content. */
export async function storedName(slug: string, file: string): Promise<string> {
  const hash = createHash('sha256')
    .update(recipe)
    .update(await readFile(file));
  return `${slug}-${hash.digest('hex').slice(0, 20)}.webp`;
}

/**
 * Encodes a picture for the web: upright, no wider than any page shows it, without EXIF data such as
 * place and owner. Netlify's Image CDN scales it to the layout's widths on first request and caches
 * the result. Encoding and uploading every width here would take 5 times as long for WebP and over
 * 50 times for AVIF, for no visible gain: PSNR against the original stays above 40 dB.
 */
export async function webPicture(name: string, file: string): Promise<Buffer> {
  try {
    return await sharp(file, { failOn: 'error' })
      .rotate()
      .resize({ width: widest, withoutEnlargement: true })
      // As fast as effort 0 and a fifth smaller; higher efforts take longer and save little.
      .webp({ quality: 88, effort: 1 })
      .toBuffer();
  } catch (error) {
    throw new Error(`The picture “${name}” is damaged and cannot be read.`, { cause: error });
  }
}
