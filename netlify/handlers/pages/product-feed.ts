import { feedAnswer } from '#server/feeds/feed-answer.ts';
import { feedFiles } from '#server/feeds/feed-files.ts';
import { readFeed } from '#server/feeds/read-feed.ts';
import { HttpError } from '#server/http-error.ts';
import { siteOrigin } from '#server/site-origin.ts';
import { callMessages } from '#server/messages/calls.ts';

/** A product feed, by the end of its address: every colour on sale, with price and stock of the moment. */
export default async function getProductFeed(request: Request): Promise<Response> {
  const name = new URL(request.url).pathname.replace(/\/$/, '').replace(/^.*\//, '').toLowerCase();
  const file = feedFiles[name];
  if (!file) throw new HttpError(404, callMessages.feedUnknown);
  const site = new URL(siteOrigin(request));
  return feedAnswer(request, file, site, await readFeed(site));
}
