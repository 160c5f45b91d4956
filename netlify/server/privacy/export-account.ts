import { z } from 'zod';
import { database, dataOf } from '../database.ts';
import { loginRequired } from '../http-error.ts';
import { withAddresses } from '../returns/photo-storage.ts';
import type { Shopper } from '../token.ts';

/** Lifetime of the photo addresses in an export, in seconds: a day. */
const addressSeconds = 24 * 60 * 60;

/** The parts of an export that have photos (`export_account`). */
const WithPhotos = z.looseObject({
  orders: z.array(
    z.looseObject({
      returns: z
        .array(
          z.looseObject({
            id: z.int(),
            photos: z.array(z.looseObject({ id: z.uuid() })).nullable(),
          }),
        )
        .nullable(),
    }),
  ),
});

/** Adds the addresses of photos that Storage still has to an export. */
export async function withPhotoAddresses(data: unknown): Promise<unknown> {
  const exported = WithPhotos.parse(data);
  const returns = exported.orders.flatMap((order) => order.returns ?? []);
  const photos = returns.flatMap((back) =>
    (back.photos ?? []).map(({ id }) => ({ id, return: back.id })),
  );
  const shown = await withAddresses(photos, addressSeconds);
  const addresses = new Map(shown.map(({ id, large }) => [id, large]));
  for (const photo of returns.flatMap((back) => back.photos ?? [])) {
    photo['address'] = addresses.get(photo.id) ?? null;
  }
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
