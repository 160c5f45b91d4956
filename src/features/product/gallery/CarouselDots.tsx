import { useEffect, useRef } from 'react';
import { imageAddress, srcSet } from '#domain/catalogue/image.ts';

/** From this many pictures on, each dot shows its picture on wide screens. */
const THUMBNAILS_FROM = 3;

interface Props {
  /** URLs of the pictures, in order. */
  pictures: readonly string[];
  /** Index of the current picture, from 0. */
  current: number;
}

/** A carousel's dots: buttons that select a picture. */
export function CarouselDots({ pictures, current }: Props) {
  const areThumbnails = pictures.length >= THUMBNAILS_FROM;
  const row = useRef<HTMLDivElement>(null);

  // Scrolls only the row: scrollIntoView() would move the page as well.
  useEffect(() => {
    const dot = row.current?.children[current];
    if (!row.current || !(dot instanceof HTMLElement)) return;
    row.current.scrollLeft = dot.offsetLeft - (row.current.clientWidth - dot.offsetWidth) / 2;
  }, [current]);

  return (
    <div
      ref={row}
      className={
        areThumbnails
          ? 'product-carousel-thumbnails relative flex noscript:invisible'
          : 'flex h-11 justify-center noscript:invisible'
      }
    >
      {pictures.map((path, place) => (
        <button
          key={path}
          type="button"
          className="product-carousel-bullet cursor-pointer"
          data-turn={place}
          aria-label={`Go to image ${place + 1}`}
          aria-current={place === current ? 'true' : undefined}
        >
          {areThumbnails && (
            <span className="frame hidden md:block">
              <img
                src={imageAddress(path, 120)}
                srcSet={srcSet(path, [120, 240])}
                sizes="3.5rem"
                alt=""
                width={120}
                height={150}
                loading="lazy"
              />
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
