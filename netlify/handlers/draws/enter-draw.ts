import { DrawEntryBody } from '#domain/contracts/draw-bodies.ts';
import { answer } from '#server/answer.ts';
import type { Visit } from '#server/area.ts';
import { knownBuyer } from '#server/caller.ts';
import { enterDraw } from '#server/draws/enter-draw.ts';
import { readBody } from '#server/request-body.ts';

/**
 * Enters a draw. The confirmed address of the caller's account counts at once, and gets `{ token }` of the entry; any
 * other is mailed a link, and its answer does not reveal whether it has entered.
 */
export default async function enter(request: Request, { ip }: Visit): Promise<Response> {
  const asked = await readBody(request, DrawEntryBody);
  const token = await enterDraw(asked, ip, await knownBuyer(request));
  return answer(201, { token });
}
