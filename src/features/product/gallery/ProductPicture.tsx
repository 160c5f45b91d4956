import { imageAddress, PLACEHOLDER_IMAGE, srcSet } from '#domain/catalogue/image.ts';

/** A button over a picture. */
export const PICTURE_BUTTON =
  'picture-button flex size-12 items-center justify-center hover:bg-ink hover:text-white';

/** Full width on phones: 390 and 414 CSS pixels at 2 device pixels, 412 at 2.6, 480 at 3. */
const WIDTHS = [480, 832, 1104, 1440];

interface Props {
  path: string;
  alt: string;
  /** Index among the colour's pictures. */
  place: number;
  /** Above the fold: fetched with high priority. */
  first: boolean;
}

/** One large picture of a product. A press shows it on the whole screen (viewer/open-viewer.ts). */
export function ProductPicture({ path, alt, place, first }: Props) {
  return (
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
    </div>
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
