import { ReturnPhotosBody } from '#domain/contracts/return-photos.ts';
import { answer } from '#server/answer.ts';
import { readBody } from '#server/request-body.ts';
import { changePhotos } from '#server/returns/change-photos.ts';

/** Shows the photos of a return, after removing one if asked; authorised by login or by the order's link. */
export default async function changeReturnPhotos(request: Request): Promise<Response> {
  return answer(200, await changePhotos(request, await readBody(request, ReturnPhotosBody)));
}
