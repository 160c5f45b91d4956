import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/** What a row names as a picture, by where it is. */
export type PictureSource =
  | { kind: 'file'; file: string }
  /** The shop shows it already, under this address. */
  | { kind: 'address'; address: string };

/** Where a checked file's pictures may be. */
export interface PicturePlaces {
  /** Folder that the names of files start from: the catalogue file's own. */
  folder: string;
  /** The shop's folder of pictures that are part of the site. */
  publicFolder: string;
  /** Address under which Supabase Storage serves the shop's pictures. */
  storage: string;
}

/** Where the picture is that a row names. @throws Error in plain words when the shop cannot show it. */
export function pictureSource(name: string, places: PicturePlaces): PictureSource {
  if (/^https?:\/\//i.test(name)) {
    if (name.startsWith(places.storage)) return { kind: 'address', address: name };
    throw new Error(
      `“${name}” is on another site. Save the picture beside this file and write its name instead.`,
    );
  }
  if (name.startsWith('/')) {
    const onSite = path.join(places.publicFolder, path.normalize(name));
    if (existsSync(onSite)) return { kind: 'address', address: name };
    throw new Error(
      `“${name}” is not on the shop’s site. Names of files start at the folder of this file, without a slash.`,
    );
  }
  return { kind: 'file', file: path.resolve(places.folder, name.replaceAll('\\', '/')) };
}

const formats = new Set(['jpeg', 'png', 'webp', 'heif', 'tiff', 'gif']);

/** Looks into a picture's file. @throws Error in plain words when it is missing or no picture. */
export async function requirePicture(name: string, file: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`The picture “${name}” is not there. Looked for ${file}`);
  const known = await sharp(file)
    .metadata()
    .catch(() => undefined);
  if (!known?.format || !formats.has(known.format)) {
    throw new Error(`“${name}” is not a picture (JPEG, PNG, WebP, AVIF, TIFF or GIF).`);
  }
}

/** Pixels across of the largest picture that a product’s page asks for (src/features/product/ProductCarousel.tsx). */
const widest = 1440;

/** Goes into the names, so that pictures are made anew when they are to be made otherwise. */
const recipe = '2';

/** The name that a picture's content has in Storage: other content, other name. */
export async function storedName(slug: string, file: string): Promise<string> {
  const hash = createHash('sha256')
    .update(recipe)
    .update(await readFile(file));
  return `${slug}-${hash.digest('hex').slice(0, 20)}.webp`;
}

/**
 * A picture as the web wants it: upright, no wider than any page shows it, without the camera's
 * notes on place and owner. Netlify's Image CDN makes the layout's widths from this one, which costs
 * the first shopper who asks for one a moment and is kept from then on. Making and sending them here
 * takes 5 times as long as this one picture for WebP and over 50 times for AVIF, and no shopper would
 * see it: what is made from this one stays over 40 dB from the original.
 */
export async function webPicture(name: string, file: string): Promise<Buffer> {
  try {
    return await sharp(file, { failOn: 'error' })
      .rotate()
      .resize({ width: widest, withoutEnlargement: true })
      // No slower than the least effort and a fifth smaller; more effort takes longer for little.
      .webp({ quality: 88, effort: 1 })
      .toBuffer();
  } catch (error) {
    throw new Error(`The picture “${name}” is damaged and cannot be read.`, { cause: error });
  }
}
