import { readFile } from 'node:fs/promises';
import { BUCKET, storageAddress } from '#server/spreadsheets/picture-storage.ts';
import {
  bucketSettings,
  storedAs,
  storedName,
  webPicture,
} from '#server/spreadsheets/web-picture.ts';
import type { Catalogue } from '#server/spreadsheets/catalogue-file.ts';
import { inParallel } from '#domain/in-parallel.ts';
import { type PicturePlaces, pictureSource } from './picture-files.ts';
import { progressBar } from './progress-bar.ts';
import type { Shop } from './shop.ts';

/** Page size of Storage's listings, in names. */
const namesAtOnce = 1000;

/** More uploads than can be encoded at once, so that no core waits for the network. */
const uploadsAtOnce = 16;

async function requireBucket({ client }: Shop): Promise<void> {
  const { error } = await client.storage.getBucket(BUCKET);
  if (!error) return;
  const made = await client.storage.createBucket(BUCKET, { ...bucketSettings });
  if (made.error) throw new Error(`The shop cannot store pictures: ${made.error.message}`);
}

async function storedNames({ client }: Shop): Promise<Set<string>> {
  const names = new Set<string>();
  for (let offset = 0; ; offset += namesAtOnce) {
    const { data, error } = await client.storage.from(BUCKET).list('', {
      limit: namesAtOnce,
      offset,
      sortBy: { column: 'name', order: 'asc' },
    });
    if (error) throw new Error(`The shop’s pictures cannot be listed: ${error.message}`);
    for (const { name } of data) names.add(name);
    if (data.length < namesAtOnce) return names;
  }
}

/** Map key of a product's picture. */
function keyOf(slug: string, name: string): string {
  return `${slug}\n${name}`;
}

interface Upload {
  name: string;
  file: string;
  stored: string;
}

async function upload({ client }: Shop, { name, file, stored }: Upload): Promise<void> {
  const { error } = await client.storage
    .from(BUCKET)
    .upload(stored, await webPicture(name, file), storedAs);
  // 409: another import stored it first; the same name means the same content.
  if (error && !('statusCode' in error && error.statusCode === '409')) {
    throw new Error(`The picture “${name}” could not be uploaded: ${error.message}`);
  }
}

/** Present or future URLs of a file's pictures in the shop. */
export interface PicturePlan {
  addressOf: (slug: string, name: string) => string;
  /** Files to upload, by their names in Storage. */
  wanted: ReadonlyMap<string, Upload>;
}

/** Plans the URLs of a file's pictures: names in Storage are derived from the content. */
export async function planPictures(
  shop: Pick<Shop, 'address'>,
  { products }: Catalogue,
  places: PicturePlaces,
): Promise<PicturePlan> {
  const addresses = new Map<string, string>();
  const wanted = new Map<string, Upload>();
  const named = products.flatMap(({ slug, colours }) =>
    colours.flatMap(({ pictures = [] }) => pictures.map((name) => ({ slug, name }))),
  );
  await inParallel(named, uploadsAtOnce, async ({ slug, name }) => {
    const source = pictureSource(name, places);
    if (source.kind === 'address') {
      addresses.set(keyOf(slug, name), source.address);
      return;
    }
    const stored = storedName(slug, await readFile(source.file));
    addresses.set(keyOf(slug, name), storageAddress(shop) + stored);
    wanted.set(stored, { name, file: source.file, stored });
  });
  return { addressOf: (slug, name) => addresses.get(keyOf(slug, name)) ?? name, wanted };
}

/**
 * Uploads the pictures that are not in the shop yet. If one fails, those already uploaded stay, and the next
 * import resumes from there.
 * @returns numbers of pictures uploaded and already there.
 */
export async function uploadPictures(shop: Shop, { wanted }: PicturePlan) {
  if (wanted.size > 0) await requireBucket(shop);
  const there = wanted.size > 0 ? await storedNames(shop) : new Set<string>();
  const missing = [...wanted.values()].filter(({ stored }) => !there.has(stored));
  const bar = progressBar('Pictures', missing.length);
  await inParallel(missing, uploadsAtOnce, async (picture) => {
    await upload(shop, picture);
    bar.step();
  });
  return { sent: missing.length, there: wanted.size - missing.length };
}
