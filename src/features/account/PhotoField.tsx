import { useEffect, useId, useRef } from 'react';
import { mostPhotos } from '#domain/catalogue/photo.ts';
import { type PickedPhoto, usePickedPhotos } from './use-picked-photos.ts';
import './photo-field.css';

/** A photo in the list. */
export interface ListedPhoto {
  id: string;
  /** The thumbnail's URL. */
  src: string;
  /** The full picture's URL; absent before it is uploaded. */
  href?: string | undefined;
  /** Upload progress, from 0 to 1; absent when not being sent. */
  progress?: number | undefined;
  /** Why sending failed. */
  problem?: string | undefined;
}

interface Props {
  photos: readonly ListedPhoto[];
  onPick: (photo: PickedPhoto) => void;
  onRemove: (id: string) => void;
  /** Retries failed uploads. */
  onRetry?: () => void;
  /** Called when reading chosen files starts or ends. */
  onReading?: (isReading: boolean) => void;
  /** Status message announced to screen readers. */
  news?: string;
  /** Most photos. */
  most?: number;
  /** Words for their subject: "of what is wrong". */
  subject?: string;
}

function Photo({
  photo: { src, href, progress, problem },
  name,
  onRemove,
}: {
  photo: ListedPhoto;
  name: string;
  onRemove: () => void;
}) {
  const picture = <img src={src} alt={name} />;
  return (
    <li>
      <div className="photos-frame">
        {href === undefined ? (
          picture
        ) : (
          <a href={href} target="_blank" rel="noreferrer">
            {picture}
          </a>
        )}
        {progress !== undefined && (
          <progress aria-label={`Sending ${name.toLowerCase()}`} max={1} value={progress} />
        )}
      </div>
      {problem !== undefined && <p className="message-error">{problem}</p>}
      <button type="button" className="link photos-remove" onClick={onRemove}>
        Remove<span className="sr-only"> {name.toLowerCase()}</span>
      </button>
    </li>
  );
}

/** Photos, by default of a fault: picked from files or taken with the camera, previewed and removed. */
export function PhotoField(props: Props) {
  const { photos, onPick, onRemove, onRetry, onReading, news = '' } = props;
  const { most = mostPhotos, subject = 'of what is wrong' } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { pick, problems, reading } = usePickedPhotos(photos.length, most, onPick);
  const isReading = reading > 0;
  useEffect(() => {
    onReading?.(isReading);
    return () => onReading?.(false);
  }, [isReading, onReading]);
  const isFull = photos.length + reading >= most;
  const isRefused = photos.some(({ problem }) => problem !== undefined);

  return (
    <fieldset className="photos">
      <legend className="label">Photos, if you have any</legend>
      <p id={`${id}-hint`} className="photos-hint text-sm text-ink-soft">
        Up to {most}, {subject}. We see only the picture, not where it was taken.
      </p>
      {photos.length > 0 && (
        <ul className="photos-list">
          {photos.map((photo, place) => (
            <Photo
              key={photo.id}
              photo={photo}
              name={`Photo ${place + 1}`}
              onRemove={() => {
                onRemove(photo.id);
                // The pressed button is gone.
                input.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      {isRefused && onRetry && (
        <button type="button" className="button-quiet w-full" onClick={onRetry}>
          Send Photos Again
        </button>
      )}
      {/* Visually hidden but focusable: its label looks like the button. */}
      <div className="photos-add">
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          multiple
          className="sr-only"
          aria-describedby={`${id}-hint`}
          onClick={(event) => {
            if (isFull) event.preventDefault();
          }}
          aria-disabled={isFull}
          onChange={({ currentTarget }) => {
            pick([...(currentTarget.files ?? [])]);
            // Lets the same file be chosen again.
            currentTarget.value = '';
          }}
        />
        <label htmlFor={id} className="button-quiet" aria-disabled={isFull}>
          {isFull ? `${most} Photos Are the Most` : 'Add Photos'}
        </label>
      </div>
      <output className="grid gap-2">
        {isReading && <span className="text-sm">Reading your photos …</span>}
        {news !== '' && <span className="text-sm">{news}</span>}
        {problems.map((text) => (
          <span key={text} className="message-error wrap-anywhere">
            {text}
          </span>
        ))}
      </output>
    </fieldset>
  );
}
