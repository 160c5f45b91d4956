import { z } from 'zod';
import { database, dataOf } from '../database.ts';
import { loginRequired } from '../http-error.ts';
import { type PhotoBucket, withAddresses } from '../returns/photo-storage.ts';
import type { Shopper } from '../token.ts';

/** Lifetime of the photo addresses in an export, in seconds: a day. */
const addressSeconds = 24 * 60 * 60;

/** Returns or reviews, with their photos. */
const WithPhotos = z
  .array(
    z.looseObject({
      id: z.int(),
      photos: z.array(z.looseObject({ id: z.uuid() })).nullable(),
    }),
  )
  .nullable();
type WithPhotos = NonNullable<z.output<typeof WithPhotos>>;

/** The parts of an export that have photos (`export_account`). */
const Exported = z.looseObject({
  orders: z.array(z.looseObject({ returns: WithPhotos, reviews: WithPhotos })),
});

async function addAddresses(bucket: PhotoBucket, owners: WithPhotos): Promise<void> {
  const photos = owners.flatMap(({ id: folder, photos: own }) =>
    (own ?? []).map((photo) => ({ id: photo.id, folder, photo })),
  );
  const shown = await withAddresses(bucket, photos, ({ folder }) => folder, addressSeconds);
  const addresses = new Map(shown.map(({ id, large }) => [id, large]));
  for (const { id, photo } of photos) photo['address'] = addresses.get(id) ?? null;
}

/** Adds the addresses of photos that Storage still has to an export. */
export async function withPhotoAddresses(data: unknown): Promise<unknown> {
  const exported = Exported.parse(data);
  const { orders } = exported;
  await addAddresses(
    'return-photos',
    orders.flatMap(({ returns }) => returns ?? []),
  );
  await addAddresses(
    'review-photos',
    orders.flatMap(({ reviews }) => reviews ?? []),
  );
  return exported;
}

/**
 * All data that the shop holds on a shopper.
 * @param callers the hashes under which the shopper's attempts are counted.
 * @throws HttpError 401 when the account is closed.
 */
export async function exportAccount({ id }: Shopper, callers: string[]): Promise<unknown> {
  const asked = { p_user: id, p_callers: callers };
  const data = dataOf(await database().rpc('export_account', asked));
  if (data === null) throw loginRequired();
  return withPhotoAddresses(data);
}
