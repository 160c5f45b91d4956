import { StockCheckBody } from '#domain/contracts/listing-bodies.ts';
import { answer } from '#server/answer.ts';
import { knownBuyer } from '#server/caller.ts';
import { countVisit } from '#server/counts/count-visit.ts';
import { readCounts } from '#server/counts/read-counts.ts';
import { liveReadAttempt } from '#server/rate-limit/attempt.ts';
import { readStock } from '#server/listing/read-listing.ts';
import type { Visit } from '#server/area.ts';
import { readBody } from '#server/request-body.ts';

export default async function checkStock(request: Request, { ip }: Visit): Promise<Response> {
  const { items } = await readBody(request, StockCheckBody);
  const shopper = await knownBuyer(request);
  const stock = await readStock(items, liveReadAttempt(ip), shopper?.id);
  countVisit(request, readCounts(request), ip);
  return answer(200, stock);
}
