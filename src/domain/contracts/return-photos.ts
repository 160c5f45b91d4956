/** Request bodies of the photos of a return. The client imports only their `z.input` types. */
import { z } from 'zod';
import { mostPhotoBytes, photoRefusals } from '../catalogue/photo.ts';
import { rowId } from './fields.ts';

/** Idempotency key: made by the browser for each picture, and the same in a retry. */
export const photo = z.uuid('Not a valid photo.');

/** Base64 has four characters for each three bytes. */
const mostCharacters = Math.ceil(mostPhotoBytes / 3) * 4;

/** A picture in base64. */
export const picture = z
  .string('This field is required.')
  .min(1, 'This field is required.')
  .max(mostCharacters, photoRefusals.tooLarge)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, photoRefusals.notAPicture);

/** Bytes of a body with the largest picture. */
export const mostPhotoBody = mostCharacters + 1000;

/** The order whose return it is: one of the login's own, or that of the link's token. */
const whose = {
  order: rowId.optional(),
  token: z.string('This field is required.').max(200).optional(),
  return: rowId,
};

function saysWhose({ order, token }: { order?: unknown; token?: unknown }): boolean {
  return (order === undefined) !== (token === undefined);
}

const oneOfTwo = { error: 'Name the order or send the link’s token.', path: ['order'] };

/** `POST /api/return-photos/add` */
export const AddPhotoBody = z.object({ ...whose, photo, picture }).refine(saysWhose, oneOfTwo);
export type AddPhotoBody = z.input<typeof AddPhotoBody>;

/** `POST /api/return-photos` */
export const ReturnPhotosBody = z.discriminatedUnion('do', [
  z.object({ do: z.literal('show'), ...whose }).refine(saysWhose, oneOfTwo),
  z.object({ do: z.literal('remove'), ...whose, photo }).refine(saysWhose, oneOfTwo),
]);
export type ReturnPhotosBody = z.input<typeof ReturnPhotosBody>;

/** The photos of a return, or of an order's returns, with addresses that work for a few minutes. */
export const PhotosAnswer = z.object({
  photos: z.array(
    z.object({
      id: z.uuid(),
      return: z.int(),
      added_at: z.string().transform((text) => new Date(text).toISOString()),
      small: z.url(),
      large: z.url(),
    }),
  ),
});
export type PhotosAnswer = z.output<typeof PhotosAnswer>;
