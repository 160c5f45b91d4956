import { useState } from 'react';
import { messageOf } from '#api/http/api-error.ts';
import { actOnReviews, addReviewPhoto, changeReviewPhotos } from '#api/product-reviews.ts';
import { company } from '#brand/company.ts';
import type { OwnReview } from '#domain/contracts/product-reviews.ts';
import {
  fitWords,
  hidingWords,
  mostReviewPhotos,
  starWords,
} from '#domain/catalogue/review-words.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { PhotoField } from '../PhotoField.tsx';
import { useSentPhotos } from '../use-sent-photos.ts';
import type { PickedPhoto } from '../use-picked-photos.ts';

interface Props {
  token: string;
  own: OwnReview;
  /** The review's id. */
  review: number;
  /** Chosen with it, to upload. */
  picked: readonly PickedPhoto[];
  onChange: () => void;
  onWithdrawn: (reviews: OwnReview[]) => void;
}

function Photos({ token, review, picked }: Pick<Props, 'token' | 'review' | 'picked'>) {
  const acts = {
    show: () => changeReviewPhotos({ do: 'photos', token, review }),
    add: (photo: string, picture: string, onProgress: (share: number) => void) =>
      addReviewPhoto({ token, review, photo, picture }, onProgress),
    remove: (photo: string) => changeReviewPhotos({ do: 'remove_photo', token, review, photo }),
  };
  const { photos, news, add, remove, retry } = useSentPhotos(acts, true, picked);
  return (
    <PhotoField
      photos={photos}
      news={news}
      onPick={add}
      onRemove={(id) => void remove(id)}
      onRetry={retry}
      most={mostReviewPhotos}
      subject="for all to see, of it or of you with it"
    />
  );
}

/** A published or hidden review, its photos, and what its writer can do with it. */
export function WrittenReview({ token, own, review, picked, onChange, onWithdrawn }: Props) {
  const { busy, start, end } = useBusy();
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState('');
  const { product, stars, fit, words, hidden, hidden_because, answer, listed } = own;

  async function withdraw(): Promise<void> {
    try {
      onWithdrawn(await actOnReviews({ do: 'withdraw', token, product }));
    } catch (error) {
      setProblem(messageOf(error));
    }
  }

  return (
    <div className="review-card-own">
      {hidden === null ? (
        <output className="block font-medium">
          Published. Thank you.{' '}
          {listed && (
            <a className="link" href={`/product-details/${product}#reviews`}>
              See it on the product’s page
            </a>
          )}
        </output>
      ) : (
        <output className="message-error block">
          Hidden. {hidingWords[hidden]}. {hidden_because} Once you have changed it, we look at it
          again.
        </output>
      )}
      <div>
        <p className="font-medium">
          {starWords(stars ?? 0)}
          {fit !== null && `. Fit: ${fitWords[fit].toLowerCase()}`}
        </p>
        <p className="review-card-text mt-2">{words}</p>
      </div>
      {answer !== null && (
        <div>
          <p className="text-sm font-medium">{company.brand} answers</p>
          <p className="review-card-text">{answer}</p>
        </div>
      )}
      <Photos token={token} review={review} picked={picked} />
      {asks ? (
        <div className="grid gap-3">
          <p>Withdraw it? It disappears, with its photos.</p>
          <div className="flex flex-wrap gap-4">
            <button
              type="button"
              className="button"
              aria-busy={busy}
              onClick={() => {
                if (start()) void withdraw().finally(end);
              }}
            >
              Withdraw Review
            </button>
            <button type="button" className="button-quiet" onClick={() => setAsks(false)}>
              Keep It
            </button>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap gap-4">
          <button type="button" className="button-quiet" onClick={onChange}>
            Change
          </button>
          <button type="button" className="button-quiet" onClick={() => setAsks(true)}>
            Withdraw
          </button>
        </div>
      )}
      <p className="message-error" role="alert">
        {problem}
      </p>
    </div>
  );
}
