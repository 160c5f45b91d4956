import {
  type FedReview,
  fedReview,
  reviewFeedEnd,
  reviewFeedStart,
} from '#domain/feeds/review-feed.ts';
import { database, dataOf } from '#server/database.ts';
import { feedAnswer } from '#server/feeds/feed-answer.ts';
import { answerMs } from '#server/feeds/read-feed.ts';
import { siteOrigin } from '#server/site-origin.ts';

/** All published reviews, in Google's format for product reviews. */
export default async function getReviewFeed(request: Request): Promise<Response> {
  const site = new URL(siteOrigin(request));
  const reviews = dataOf(await database(answerMs).rpc('review_feed'));
  const file = {
    type: 'application/xml; charset=utf-8',
    start: reviewFeedStart,
    write: (some: readonly FedReview[]) =>
      some.map((review) => `${fedReview(review, site)}\n`).join(''),
    end: reviewFeedEnd,
  };
  return feedAnswer(request, file, site, { until: null, items: () => reviews.values() });
}
