import { DrawQuery } from '#domain/contracts/draw-bodies.ts';
import { answer, catalogueCaching } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { HttpError } from '#server/http-error.ts';
import { requestMessages } from '#server/messages/requests.ts';
import { readQuery } from '#server/read-query.ts';

/** The last draw of a product, from the CDN for a minute: what it does next, it does at times that it names. */
export default async function readDraw(request: Request): Promise<Response> {
  const { product } = readQuery(request, DrawQuery);
  const facts = dataOf(await database().rpc('draw_facts', { p_product: product }));
  if (facts === null) throw new HttpError(404, requestMessages.notFound);
  return answer(200, facts, catalogueCaching(null, 'product', 0));
}
