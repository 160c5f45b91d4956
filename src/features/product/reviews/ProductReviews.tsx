import { company } from '#brand/company.ts';
import { countText } from '#domain/basics/count-text.ts';
import type {
  ProductReviews as Reviews,
  PublishedReview,
} from '#domain/catalogue/product-reviews.ts';
import { reviewPhotoAddress } from '#domain/catalogue/review-photo-address.ts';
import { fitWords, meanText, starWords } from '#domain/catalogue/review-words.ts';
import { reviewFits } from '#domain/enums.ts';
import { isoDay } from '#domain/orders/order-promise.ts';
import { entryDay } from '#domain/site-content/entry-day.ts';

/** Reviews shown at once; the others are behind a disclosure. */
const SHOWN = 6;

function Stars({ stars }: { stars: number }) {
  return (
    <p className="review-stars">
      <span className="sr-only">{starWords(stars)}</span>
      {[1, 2, 3, 4, 5].map((place) => (
        <i key={place} className={place <= stars ? 'star' : 'star star-off'} />
      ))}
    </p>
  );
}

function Day({ at }: { at: string }) {
  const day = isoDay(new Date(at));
  return <time dateTime={day}>{entryDay(day)}</time>;
}

function Review({ review }: { review: PublishedReview }) {
  const { stars, fit, words, name, given, written_at, changed_at, answer, photos } = review;
  const writer = name === '' ? 'A buyer' : name;
  return (
    <li>
      <Stars stars={stars} />
      <p className="text-sm text-ink-soft">
        <span className="font-medium text-ink">{writer}</span>, <Day at={written_at} />
        {changed_at !== null && (
          <>
            , changed <Day at={changed_at} />
          </>
        )}
        {fit !== null && `. Fit: ${fitWords[fit].toLowerCase()}`}
      </p>
      {given && <p className="text-sm font-medium">Was given the product</p>}
      <p className="review-words">{words}</p>
      {photos.length > 0 && (
        <ul className="review-photos">
          {photos.map((photo, place) => (
            <li key={photo}>
              <a href={reviewPhotoAddress(photo, 'large')} target="_blank">
                <img
                  src={reviewPhotoAddress(photo, 'small')}
                  alt={`${place + 1} of ${photos.length} by ${name || 'a buyer'}`}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {answer !== null && (
        <div className="review-answer">
          <p className="text-sm font-medium">{company.brand} answers</p>
          <p className="review-words">{answer}</p>
        </div>
      )}
    </li>
  );
}

function ReviewList({ reviews }: { reviews: readonly PublishedReview[] }) {
  return (
    <ul className="review-list">
      {reviews.map((review) => (
        <Review key={review.id} review={review} />
      ))}
    </ul>
  );
}

/** A product's reviews with their mean, as static HTML. */
export function ProductReviews({ count, hundredths, stars, fits, reviews }: Reviews) {
  const more = reviews.length - SHOWN;
  return (
    <section id="reviews" className="reviews shell pt-calm" aria-labelledby="reviews-title">
      <div>
        <h2 id="reviews-title" className="title">
          Reviews
        </h2>
        <p className="mt-4 text-lg">
          <strong>{meanText(hundredths)}</strong> out of 5, {countText(count, 'review')}
        </p>
        <ul className="review-bars">
          {[5, 4, 3, 2, 1].map((star) => (
            <li key={star}>
              <span>{countText(star, 'star')}</span>
              <progress value={stars[star - 1]} max={count} aria-hidden="true" />
              <span>{stars[star - 1]}</span>
            </li>
          ))}
        </ul>
        {fits.some((number) => number > 0) && (
          <p className="mt-4 text-sm">
            Fit:{' '}
            {reviewFits
              .map((fit, place) => `${fitWords[fit].toLowerCase()} ${fits[place] ?? 0}`)
              .join(', ')}
          </p>
        )}
        <p className="mt-4 text-sm text-ink-soft">
          Only people who bought it here can review it.{' '}
          <a href="/reviewpolicy" className="link">
            How we treat reviews
          </a>
        </p>
      </div>
      <div>
        <ReviewList reviews={reviews.slice(0, SHOWN)} />
        {more > 0 && (
          <details className="review-more">
            <summary className="link">Show {countText(more, 'more review')}</summary>
            <ReviewList reviews={reviews.slice(SHOWN)} />
          </details>
        )}
        {count > reviews.length && (
          <p className="mt-4 text-sm text-ink-soft">
            These are the latest {reviews.length}. All {count} count.
          </p>
        )}
      </div>
    </section>
  );
}
