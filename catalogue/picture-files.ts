import { existsSync } from 'node:fs';
import path from 'node:path';

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
