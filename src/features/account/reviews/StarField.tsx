import { starWords } from '#domain/catalogue/review-words.ts';
import '#ui/star.css';
import './star-field.css';

interface Props {
  /** Chosen at first; null for none. */
  stars: number | null;
  problem: string | undefined;
}

/** Radio buttons for one to five stars, named `stars`. */
export function StarField({ stars, problem }: Props) {
  return (
    <fieldset>
      <legend className="label">Your stars</legend>
      <div className="star-field">
        {[1, 2, 3, 4, 5].map((number) => (
          <label key={number}>
            <input
              type="radio"
              name="stars"
              value={number}
              defaultChecked={number === stars}
              className="sr-only"
              required
            />
            <i className="star" />
            <span className="sr-only">{starWords(number)}</span>
          </label>
        ))}
      </div>
      {problem !== undefined && <p className="message-error">{problem}</p>}
    </fieldset>
  );
}
