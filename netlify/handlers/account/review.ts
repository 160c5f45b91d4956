import { ReviewBody } from '#domain/contracts/product-reviews.ts';
import { answer } from '#server/answer.ts';
import { reviewAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { readBody } from '#server/request-body.ts';
import { actOnReview, checkoutOfReviewLink } from '#server/reviews/own-reviews.ts';

/** Shows, publishes, changes or withdraws a buyer's review, authorised by the link in the e-mail that asked for it. */
export default async function review(request: Request): Promise<Response> {
  const asked = await readBody(request, ReviewBody);
  const checkout = await checkoutOfReviewLink(asked.token);
  if (asked.do !== 'show' && asked.do !== 'photos') {
    await takeAttempt(reviewAttempt('review', checkout));
  }
  return answer(200, await actOnReview(checkout, asked));
}
