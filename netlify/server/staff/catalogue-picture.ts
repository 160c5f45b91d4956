import { filmTypes } from '#domain/catalogue/film.ts';
import { focusedPicture, wholePicture } from '#domain/site-content/focused-picture.ts';
import {
  type focusPicture as focusCall,
  type keepPicture as call,
  mostFileBytes,
} from '#domain/contracts/catalogue-reading.ts';
import type { Asked } from '#domain/contracts/staff-call.ts';
import { checkFilm } from '../spreadsheets/film-faults.ts';
import { cropPicture } from '../spreadsheets/crop-picture.ts';
import { pictureFault } from '../spreadsheets/picture-faults.ts';
import { BUCKET, storageAddress } from '../spreadsheets/picture-storage.ts';
import { storePicture } from '../spreadsheets/store-picture.ts';
import { storedName, webPicture, widestOfPage } from '../spreadsheets/web-picture.ts';
import { databaseFor } from '../database.ts';
import { environment } from '../environment.ts';
import { HttpError, Unavailable } from '../http-error.ts';
import { readBytes } from '../request-body.ts';
import { storage, storageFailure } from '../storage.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';
import { staffMessages } from '../messages/staff-calls.ts';

/** Checks that the caller may edit the catalogue. @throws HttpError those of `staffDataOf`. */
async function requireEditor(caller: StaffCaller): Promise<void> {
  staffDataOf(await databaseFor(caller).rpc('require_staff', { p_act: 'edit_catalogue' }));
}

function refusal(detail: string): HttpError {
  return new HttpError(400, { detail, reason: 'picture_refused' });
}

/** Stores a film as it is. @returns the film's name in Storage. */
async function storeFilm(slug: string, name: string, bytes: Uint8Array): Promise<string> {
  const film = checkFilm(name, bytes);
  if ('fault' in film) throw refusal(film.fault);
  const stored = storedName(slug, bytes, film.ending);
  await storePicture(storage(), stored, bytes, filmTypes[film.ending]);
  return stored;
}

/**
 * Checks a picture or film, prepares it for the web, and stores it. It is not shown until a release
 * names its address.
 * @throws HttpError 400 `picture_refused` with the reason in plain words.
 */
export async function keepPicture(
  caller: StaffCaller,
  { slug, name, kind }: Asked<typeof call>,
  { request }: { request: Request },
): Promise<{ address: string }> {
  await requireEditor(caller);
  const bytes = await readBytes(request, mostFileBytes);
  const folder = storageAddress({ address: environment().SUPABASE_URL });
  if (kind === 'film') return { address: folder + (await storeFilm(slug, name, bytes)) };
  const fault = await pictureFault(name, bytes, kind);
  if (fault !== undefined) throw refusal(fault);
  const isOfPage = kind === 'page';
  // In a folder of its own: the same file may also be a product's, which is stored smaller.
  const stored = storedName(isOfPage ? `pages/${slug}` : slug, bytes);
  const width = isOfPage ? widestOfPage : undefined;
  await storePicture(storage(), stored, await webPicture(name, bytes, width));
  return { address: folder + stored };
}

/**
 * Crops a stored picture to 4:5 around a focal point, and stores the crop beside it.
 * @throws HttpError 400 `picture_refused` if it is not in the shop's storage.
 */
export async function focusPicture(
  caller: StaffCaller,
  { address, focus }: Asked<typeof focusCall>,
): Promise<{ address: string }> {
  await requireEditor(caller);
  const folder = storageAddress({ address: environment().SUPABASE_URL });
  const whole = wholePicture(address);
  const name = whole.startsWith(folder) ? whole.slice(folder.length) : '';
  const { data, error } = await storage()
    .from(BUCKET)
    .download(name || 'none');
  const failure = error && storageFailure(error);
  if (failure instanceof Unavailable) throw failure;
  if (!data) throw refusal(staffMessages.pictureMissing);
  const stored = focusedPicture(name, focus);
  if (stored !== name) {
    const bytes = new Uint8Array(await data.arrayBuffer());
    await storePicture(storage(), stored, await cropPicture(bytes, focus));
  }
  return { address: folder + stored };
}
