import { useId, useState } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { actOnReviews } from '#api/product-reviews.ts';
import type { OwnReview } from '#domain/contracts/product-reviews.ts';
import { fitWords, mostReviewPhotos } from '#domain/catalogue/review-words.ts';
import { reviewFits } from '#domain/enums.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { formText } from '../form-text.ts';
import { PhotoField } from '../PhotoField.tsx';
import type { PickedPhoto } from '../use-picked-photos.ts';
import { StarField } from './StarField.tsx';

interface Props {
  token: string;
  own: OwnReview;
  /** Called with the reviews as stored, and the photos to send. */
  onWritten: (reviews: OwnReview[], picked: readonly PickedPhoto[]) => void;
}

/** Writes or changes a review of one product. Photos of a published one are changed beside it. */
export function ReviewForm({ token, own, onWritten }: Props) {
  const id = useId();
  const { busy, start, end } = useBusy();
  const [picked, setPicked] = useState<readonly PickedPhoto[]>([]);
  const [fields, setFields] = useState<ApiError['fields']>({});
  const [problem, setProblem] = useState('');
  const [reading, setReading] = useState(false);
  const isNew = own.stars === null;

  async function send(data: FormData): Promise<void> {
    setFields({});
    setProblem('');
    try {
      const reviews = await actOnReviews({
        do: 'write',
        token,
        product: own.product,
        seen: own.revision,
        stars: Number(formText(data, 'stars')),
        fit: reviewFits.find((fit) => fit === formText(data, 'fit')) ?? null,
        words: formText(data, 'words'),
        name: formText(data, 'name').trim(),
      });
      onWritten(reviews, picked);
    } catch (error) {
      const wrong = error instanceof ApiError ? error.fields : {};
      setFields(wrong);
      if (Object.keys(wrong).length === 0) setProblem(messageOf(error));
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (reading || !start()) return;
        void send(new FormData(event.currentTarget)).finally(end);
      }}
    >
      <StarField stars={own.stars} problem={fields['stars']?.[0]} />
      {own.hat && (
        <fieldset>
          <legend className="label">How does it fit? (optional)</legend>
          <div className="review-fits">
            {reviewFits.map((fit) => (
              <label key={fit}>
                <input type="radio" name="fit" value={fit} defaultChecked={fit === own.fit} />
                {fitWords[fit]}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div>
        <label className="label" htmlFor={`${id}-words`}>
          Your review
        </label>
        <textarea
          id={`${id}-words`}
          name="words"
          className="field"
          defaultValue={own.words ?? ''}
          maxLength={3000}
          required
          aria-invalid={fields['words'] !== undefined}
          aria-describedby={`${id}-words-problem`}
        />
        <p id={`${id}-words-problem`} className="message-error" hidden={!fields['words']}>
          {fields['words']?.[0]}
        </p>
      </div>
      <div>
        <label className="label" htmlFor={`${id}-name`}>
          Name to show (optional)
        </label>
        <input
          id={`${id}-name`}
          name="name"
          className="field"
          defaultValue={own.shown_name}
          maxLength={40}
          autoComplete="off"
          aria-invalid={fields['name'] !== undefined}
          aria-describedby={`${id}-name-problem`}
        />
        <p id={`${id}-name-problem`} className="message-error" hidden={!fields['name']}>
          {fields['name']?.[0]}
        </p>
      </div>
      {isNew && (
        <PhotoField
          photos={picked.map(({ id: photo, preview }) => ({ id: photo, src: preview }))}
          onPick={(photo) => setPicked((all) => [...all, photo])}
          onRemove={(photo) => setPicked((all) => all.filter((one) => one.id !== photo))}
          onReading={setReading}
          most={mostReviewPhotos}
          subject="for all to see, of it or of you with it"
        />
      )}
      <div>
        <button type="submit" className="button" aria-busy={busy} disabled={reading}>
          {isNew ? 'Publish Review' : 'Publish Change'}
        </button>
        <p className="message-error" role="alert">
          {problem}
        </p>
      </div>
    </form>
  );
}
