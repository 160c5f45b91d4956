import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RECIPE, drawPicture } from './draw-social-image.ts';
import { photographKey, readPhotograph, readPlaceholder } from './photograph.ts';

/** What the picture of a shared link is made of. */
export interface ShareSubject {
  /** Begins the file's name. */
  name: string;
  /** A path on this site, or an address elsewhere. */
  photograph: string;
  title: string;
  /** As shoppers read it. */
  price?: string;
}

/** Kept from build to build, so that only what has changed is drawn. */
const kept = path.resolve('.astro/cache/share');

/**
 * The file's name without its ending. It says what is in the picture, because those who show shared
 * links remember a picture by its address: another price, another address.
 */
export async function shareName({ name, photograph, title, price }: ShareSubject): Promise<string> {
  const content = JSON.stringify([RECIPE, await photographKey(photograph), title, price]);
  return `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
}

/** The path on this site of the picture that a link to a subject shows. */
export async function shareAddress(subject: ShareSubject): Promise<string> {
  return `/share/${await shareName(subject)}.jpg`;
}

/** The picture as JPEG, drawn or as kept from an earlier build. */
export async function sharePicture(subject: ShareSubject): Promise<Buffer> {
  const file = path.join(kept, `${await shareName(subject)}.jpg`);
  const known = await readFile(file).catch(() => null);
  if (known) return known;
  const { photograph, title, price } = subject;
  let photo: Buffer;
  try {
    photo = await readPhotograph(photograph);
  } catch (error) {
    console.warn(`The picture for shared links of “${title}” has no photograph:`, error);
    return drawPicture(await readPlaceholder(), title, price);
  }
  const picture = await drawPicture(photo, title, price);
  await mkdir(kept, { recursive: true });
  // Written beside and moved, so that a build that is ended leaves no half of a picture.
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, picture);
  await rename(unfinished, file);
  return picture;
}
