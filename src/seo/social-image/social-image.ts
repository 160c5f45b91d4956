import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RECIPE, drawPicture } from './draw-social-image.ts';
import { photographKey, readPhotograph, readPlaceholder } from './photograph.ts';

/** The content of a shared link's picture. */
export interface ShareSubject {
  /** Prefix of the file's name. */
  name: string;
  /** A path on this site, or an absolute URL. */
  photograph: string;
  title: string;
  /** As displayed. */
  price?: string;
  /** The price with tax, if tax is added. */
  withTax?: string;
}

/** Cached between builds, so that only changed pictures are redrawn. */
const kept = path.resolve('.astro/cache/share');

/**
 * The file's name without extension. Contains a hash of the content, because sites that show shared
 * links cache pictures by URL: a new price needs a new URL.
 */
export async function shareName(subject: ShareSubject): Promise<string> {
  const { name, photograph, title, price, withTax } = subject;
  const content = JSON.stringify([RECIPE, await photographKey(photograph), title, price, withTax]);
  return `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
}

/** The URL path of a subject's picture. */
export async function shareAddress(subject: ShareSubject): Promise<string> {
  return `/share/${await shareName(subject)}.jpg`;
}

/** A subject's picture as JPEG, drawn now or cached by an earlier build. */
export async function sharePicture(subject: ShareSubject): Promise<Buffer> {
  const file = path.join(kept, `${await shareName(subject)}.jpg`);
  const known = await readFile(file).catch(() => null);
  if (known) return known;
  const { photograph, title } = subject;
  let photo: Buffer;
  try {
    photo = await readPhotograph(photograph);
  } catch (error) {
    console.warn(`The picture for shared links of “${title}” has no photograph:`, error);
    return drawPicture(await readPlaceholder(), title, subject);
  }
  const picture = await drawPicture(photo, title, subject);
  await mkdir(kept, { recursive: true });
  // Written beside and renamed, so that an interrupted build leaves no partial picture.
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, picture);
  await rename(unfinished, file);
  return picture;
}
