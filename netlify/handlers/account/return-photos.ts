import { ReturnPhotosBody } from '#domain/wire/return-photos.ts';
import { answer } from '#server/answer.ts';
import { readBody } from '#server/request-body.ts';
import { changePhotos } from '#server/returns/change-photos.ts';

/** The photos of a return, for the login or the link of its order; one of them removed, if that is asked. */
export default async function changeReturnPhotos(request: Request): Promise<Response> {
  return answer(200, await changePhotos(request, await readBody(request, ReturnPhotosBody)));
}
