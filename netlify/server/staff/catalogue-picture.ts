import { z } from 'zod';
import { SLUG } from '#domain/catalogue-rules.ts';
import { lookAtPicture, pictureKinds } from '../spreadsheets/picture-faults.ts';
import { BUCKET, storageAddress } from '../spreadsheets/picture-storage.ts';
import {
  bucketSettings,
  storedAs,
  storedName,
  webPicture,
  widestOfPage,
} from '../spreadsheets/web-picture.ts';
import { database } from '../database.ts';
import { environment } from '../environment.ts';
import { HttpError } from '../http-error.ts';
import { isStoredAlready, storage, storageFailure } from '../storage.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The query of `POST /api/staff/catalogue-picture`. */
export const PictureQuery = z.object({
  slug: z.string().max(100).regex(SLUG, 'Not a valid slug.'),
  name: z.string().min(1).max(300),
  kind: z.enum(pictureKinds).default('product'),
});

/** Lets marketers pass. @throws HttpError those of `staffDataOf`. */
export async function requireMarketer(caller: StaffCaller): Promise<void> {
  staffDataOf(await database().rpc('require_staff', { ...caller, p_role: 'marketer' }));
}

async function store(name: string, picture: Buffer): Promise<void> {
  const upload = () => storage().from(BUCKET).upload(name, picture, storedAs);
  let { error } = await upload();
  // The first picture of a shop makes its bucket.
  if (error && 'statusCode' in error && error.statusCode === '404') {
    await storage().createBucket(BUCKET, bucketSettings);
    ({ error } = await upload());
  }
  // The same name is the same picture.
  if (error && !isStoredAlready(error)) throw storageFailure(error);
}

/**
 * Looks at a picture, makes it ready for the web as the command does, and keeps it. Nobody is shown it until a release names
 * its address.
 * @returns its address.
 * @throws HttpError 400 `picture_refused` with what is wrong with it, in plain words.
 */
export async function keepPicture(
  { slug, name, kind }: z.output<typeof PictureQuery>,
  bytes: Uint8Array,
): Promise<string> {
  const looked = await lookAtPicture(name, bytes, kind);
  if ('fault' in looked)
    throw new HttpError(400, { detail: looked.fault, reason: 'picture_refused' });
  const isOfPage = kind === 'page';
  // In a folder of their own: the same file may be a product's, too, which is kept smaller.
  const stored = storedName(isOfPage ? `pages/${slug}` : slug, bytes);
  await store(stored, await webPicture(name, bytes, isOfPage ? widestOfPage : undefined));
  return storageAddress({ address: environment().SUPABASE_URL }) + stored;
}
