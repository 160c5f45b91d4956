import type { Config } from '@netlify/functions';
import { answer } from '#server/answer.ts';
import { database } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { readQuery } from '#server/read-query.ts';
import { shownPhotos } from '#server/returns/shown-photos.ts';
import { staffCaller, staffDataOf } from '#server/staff/staff-data.ts';
import { PhotosQuery } from '#server/staff/staff-orders.ts';

export const config: Config = { path: '/api/staff/return-photos' };

/** The photos of an order's returns. */
export default endpoint({
  GET: async (request) => {
    const caller = await staffCaller(request);
    const { order } = readQuery(request, PhotosQuery);
    const found = await database().rpc('staff_return_photos', { ...caller, p_order: order });
    return answer(200, await shownPhotos(staffDataOf(found)));
  },
});
