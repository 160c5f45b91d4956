import { imageAddress, PLACEHOLDER_IMAGE, srcSet } from '#domain/catalogue/image.ts';

/** A button over a picture. */
export const PICTURE_BUTTON =
  'picture-button flex size-12 items-center justify-center hover:bg-ink hover:text-white';

/** Full width on phones: 390 and 414 CSS pixels at 2 device pixels, 412 at 2.6, 480 at 3. */
const WIDTHS = [480, 832, 1104, 1440] as const;

interface Props {
  path: string;
  /** URL of a silent film that plays over it (play-films.ts). */
  film?: string | undefined;
  alt: string;
  /** Index among the colour's pictures. */
  place: number;
  /** Above the fold: fetched with high priority. */
  first: boolean;
}

/** One large picture of a product. A press shows it on the whole screen (viewer/open-viewer.ts). */
export function ProductPicture({ path, film, alt, place, first }: Props) {
  const frame = (
    <div
      className="frame"
      // A larger placeholder shows nothing more.
      data-enlarge={path === PLACEHOLDER_IMAGE ? undefined : place}
    >
      <img
        src={imageAddress(path, 1104)}
        srcSet={srcSet(path, WIDTHS)}
        sizes="(min-width: 48rem) 50vw, 100vw"
        alt={alt}
        width={1200}
        height={1500}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
      />
      {film !== undefined && (
        <video
          className="film"
          src={film}
          muted
          loop
          playsInline
          preload="none"
          aria-hidden="true"
          tabIndex={-1}
          // play-films.ts may have started it.
          suppressHydrationWarning
        />
      )}
    </div>
  );
  if (film === undefined) return frame;
  return (
    <>
      {frame}
      <button
        type="button"
        className={`film-button absolute top-0 left-0 z-10 noscript:invisible ${PICTURE_BUTTON}`}
        aria-label="Play the film"
        data-film=""
        suppressHydrationWarning
      >
        <svg width="14" height="14" viewBox="0 0 14 14" fill="currentColor" aria-hidden="true">
          <path className="film-play" d="M2 0v14l12-7z" />
          <path className="film-pause" d="M2 0h3v14H2zm7 0h3v14H9z" />
        </svg>
      </button>
    </>
  );
}

/** Opens the full-screen view; for keyboards and screen readers, and to show everyone that it exists. */
export function EnlargeButton() {
  return (
    <button
      type="button"
      className={`absolute top-0 right-0 z-10 noscript:invisible ${PICTURE_BUTTON}`}
      aria-label="View full screen"
      aria-haspopup="dialog"
      data-enlarge=""
    >
      <svg
        width="16"
        height="16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <path d="M10 1h5v5M6 15H1v-5M15 1 9.5 6.5M1 15l5.5-5.5" />
      </svg>
    </button>
  );
}
