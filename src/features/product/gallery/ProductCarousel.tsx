import { useRef } from 'react';
import { PLACEHOLDER_IMAGE } from '#domain/catalogue/image.ts';
import { CarouselDots } from './CarouselDots.tsx';
import type { GalleryPanel } from './gallery-panels.ts';
import { EnlargeButton, PICTURE_BUTTON, ProductPicture } from './ProductPicture.tsx';
import { useCarousel } from './use-carousel.ts';

interface Props {
  /** URLs of the pictures, in order; at least one. */
  pictures: readonly string[];
  /** Alt texts; `''` or omitted if missing. */
  alts?: readonly string[] | undefined;
  /** Silent film in place of one of them. */
  film?: GalleryPanel['film'];
  /** Fallback description of the pictures, e.g. "Boss Beanie in Rust". */
  subject: string;
  /** Whether it is above the fold. */
  first: boolean;
}

function Arrow({ back = false }: { back?: boolean }) {
  return (
    <svg width="20" height="14" viewBox="0 0 20 14" fill="none" aria-hidden="true">
      <path
        d={back ? 'M8 1 2 7l6 6M2 7h18' : 'm12 1 6 6-6 6m6-6H0'}
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </svg>
  );
}

const ARROW = `pointer-events-auto ${PICTURE_BUTTON}`;

/**
 * The pictures of one colour: a carousel if there are several. Presses on its buttons arrive through
 * the store in turn.ts, so that none is lost before React has loaded.
 */
export function ProductCarousel({ pictures, alts, film, subject, first }: Props) {
  const carousel = useRef<HTMLElement>(null);
  const several = pictures.length > 1;
  const index = useCarousel(carousel, several);

  const filmOf = (place: number) => (film?.place === place ? film.address : undefined);
  const altOf = (place: number) =>
    alts?.[place] || (place === 0 ? subject : `${subject}, view ${place + 1}`);

  if (!several) {
    const path = pictures[0] ?? PLACEHOLDER_IMAGE;
    return (
      <div className="relative">
        <ProductPicture path={path} film={filmOf(0)} alt={altOf(0)} place={0} first={first} />
        {path !== PLACEHOLDER_IMAGE && <EnlargeButton />}
      </div>
    );
  }

  return (
    <section
      ref={carousel}
      aria-label={`Images of ${subject}`}
      aria-roledescription="carousel"
      data-carousel=""
    >
      <div className="relative">
        <div
          className="product-carousel swiper relative"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys before Swiper
          tabIndex={0}
        >
          <div className="swiper-wrapper relative flex size-full" aria-live="polite">
            {pictures.map((path, place) => (
              <div
                key={path}
                className="swiper-slide relative size-full shrink-0"
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a slide has no tag
                role="group"
                aria-roledescription="slide"
                aria-label={`${place + 1} of ${pictures.length}`}
              >
                <ProductPicture
                  path={path}
                  film={filmOf(place)}
                  alt={altOf(place)}
                  place={place}
                  first={first && place === 0}
                />
              </div>
            ))}
          </div>
        </div>
        <div className="product-carousel-arrows pointer-events-none absolute inset-x-0 top-1/2 z-10 flex -translate-y-1/2 justify-between noscript:invisible">
          <button type="button" className={ARROW} data-turn="previous" aria-label="Previous image">
            <Arrow back />
          </button>
          <button type="button" className={ARROW} data-turn="next" aria-label="Next image">
            <Arrow />
          </button>
        </div>
        <EnlargeButton />
      </div>
      <CarouselDots pictures={pictures} current={index} />
    </section>
  );
}
