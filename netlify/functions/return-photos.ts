import type { Config } from '@netlify/functions';
import { ReturnPhotosBody } from '#domain/wire/return-photos.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';
import { changePhotos } from '#server/returns/change-photos.ts';

export const config: Config = { path: '/api/return-photos' };

/** The photos of a return, for the login or the link of its order; one of them removed, if that is asked. */
export default endpoint({
  POST: async (request) =>
    answer(200, await changePhotos(request, await readBody(request, ReturnPhotosBody))),
});
