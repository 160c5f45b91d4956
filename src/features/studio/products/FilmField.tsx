import { Button } from '../kit/Button.tsx';
import { ReplacePicture } from '../kit/ReplacePicture.tsx';

interface Props {
  /** The colour's name, for screen readers. */
  name: string;
  /** URL of the film; null for none. */
  film: string | null;
  /** Whether a picture of the colour shows it worn. */
  isWorn: boolean;
  onChange: (film: string | null) => void;
}

/** A silent film that plays in place of a colour's picture worn. */
export function FilmField({ name, film, isWorn, onChange }: Props) {
  if (!isWorn && film === null) return null;
  return (
    <div className="product-film">
      {film !== null && (
        <video src={film} aria-label={`Film of ${name}`} controls muted loop preload="metadata" />
      )}
      {!isWorn && <p className="message-error">It is shown once a picture is marked as worn.</p>}
      <ReplacePicture
        kind="film"
        name={`film of ${name}`}
        slug="film"
        verb={film === null ? 'Add a film' : 'Replace the film'}
        onPicture={onChange}
      />
      {film !== null && (
        <Button look="remove" aria-label={`Remove: film of ${name}`} onClick={() => onChange(null)}>
          Remove the film
        </Button>
      )}
    </div>
  );
}
