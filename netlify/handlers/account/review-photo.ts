import { z } from 'zod';
import { catalogueCaching } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { HttpError } from '#server/http-error.ts';
import { readPhoto } from '#server/returns/photo-storage.ts';
import { requestMessages } from '#server/messages/requests.ts';

const Named = z.tuple([z.uuid(), z.enum(['small', 'large'])]);

/**
 * A photo of a published review. Hiding or withdrawing the review purges it from the CDN, unlike a public object's own
 * address.
 */
export default async function reviewPhoto(request: Request): Promise<Response> {
  const names = new URL(request.url).pathname.split('/').filter(Boolean);
  const named = Named.safeParse(names.slice(-2));
  if (!named.success) throw new HttpError(404, requestMessages.notFound);
  const [photo, size] = named.data;
  // The generated types do not know that a function may return null.
  const review: number | null = dataOf(await database().rpc('published_photo', { p_photo: photo }));
  const picture =
    review !== null && (await readPhoto({ bucket: 'review-photos', folder: review, photo }, size));
  if (!picture) throw new HttpError(404, requestMessages.notFound);
  return new Response(picture, {
    headers: { 'Content-Type': 'image/jpeg', ...catalogueCaching(null, undefined, 0) },
  });
}
