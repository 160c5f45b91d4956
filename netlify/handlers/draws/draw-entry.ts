import { DrawLinkBody } from '#domain/contracts/draw-bodies.ts';
import { answer } from '#server/answer.ts';
import { requireBuyer } from '#server/caller.ts';
import { actOnEntry, readEntry } from '#server/draws/act-on-entry.ts';
import { idOfLink } from '#server/mail/link-token.ts';
import { readBody } from '#server/request-body.ts';

/** Reads an entry by its mailed link, after confirming, withdrawing or claiming it. */
export default async function drawEntry(request: Request): Promise<Response> {
  const { token, do: act } = await readBody(request, DrawLinkBody);
  const entry = idOfLink('draw-entry', token);
  const buyer = act === 'claim' ? await requireBuyer(request) : null;
  if (act !== 'read') await actOnEntry(entry, act, buyer);
  return answer(200, await readEntry(entry));
}
