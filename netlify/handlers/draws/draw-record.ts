import { DrawRecordQuery } from '#domain/contracts/draw-bodies.ts';
import { answer, catalogueCaching } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { HttpError } from '#server/http-error.ts';
import { requestMessages } from '#server/messages/requests.ts';
import { readQuery } from '#server/read-query.ts';

/** The published record of a draw (`DrawRecord`), which the CDN keeps. 404 until its entries are closed. */
export default async function readDrawRecord(request: Request): Promise<Response> {
  const { draw } = readQuery(request, DrawRecordQuery);
  const record = dataOf(await database().rpc('draw_record', { p_draw: draw }));
  if (record === null) throw new HttpError(404, requestMessages.notFound);
  return answer(200, record, catalogueCaching(null, 'draw', 0));
}
