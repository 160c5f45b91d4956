import { useEffect, useRef, useState } from 'react';
import 'swiper/css';
import { imageAddress, srcSet } from '#shop/image.ts';
import './product-carousel.css';

const WIDTHS = [480, 768, 1080, 1440];

interface Props {
  /** Addresses of the pictures, in order; at least one. */
  pictures: readonly string[];
  /** What the pictures show, e.g. "Boss Beanie in Rust". */
  subject: string;
}

interface PictureProps {
  path: string;
  alt: string;
  first: boolean;
}

function Picture({ path, alt, first }: PictureProps) {
  return (
    <div className="frame">
      <img
        src={imageAddress(path, 1080)}
        srcSet={srcSet(path, WIDTHS)}
        sizes="(min-width: 64rem) 50vw, 100vw"
        alt={alt}
        width={1200}
        height={1500}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
      />
    </div>
  );
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

/** The pictures of one colour: a single one stands alone, more of them are a carousel. */
export function ProductCarousel({ pictures, subject }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const previous = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const dots = useRef<HTMLDivElement>(null);
  const [started, setStarted] = useState(false);
  const several = pictures.length > 1;

  useEffect(() => {
    if (!several) return undefined;
    let stop: (() => void) | undefined;
    let left = false;
    async function start(): Promise<void> {
      const { startCarousel } = await import('./start-carousel.ts');
      if (left || !container.current || !previous.current || !next.current || !dots.current) return;
      stop = startCarousel({
        container: container.current,
        previous: previous.current,
        next: next.current,
        dots: dots.current,
      });
      setStarted(true);
    }
    void start();
    return () => {
      left = true;
      stop?.();
    };
  }, [several]);

  if (!several) return <Picture path={pictures[0] ?? ''} alt={subject} first />;
  const arrow =
    'pointer-events-auto flex size-12 items-center justify-center bg-bone hover:bg-ink hover:text-white';
  return (
    <section aria-label={`Images of ${subject}`} aria-roledescription="carousel">
      <div className="group relative" data-started={started || undefined}>
        <div ref={container} className="product-carousel swiper">
          <div className="swiper-wrapper">
            {pictures.map((path, index) => (
              <div key={path} className="swiper-slide">
                <Picture
                  path={path}
                  alt={index === 0 ? subject : `${subject}, view ${index + 1}`}
                  first={index === 0}
                />
              </div>
            ))}
          </div>
        </div>
        <div className="pointer-events-none invisible absolute inset-x-0 top-1/2 z-10 flex -translate-y-1/2 justify-between group-data-started:visible">
          <button ref={previous} type="button" className={arrow}>
            <Arrow back />
          </button>
          <button ref={next} type="button" className={arrow}>
            <Arrow />
          </button>
        </div>
      </div>
      {/* Its height is kept from the start: dots must not push the page down when they come. */}
      <div ref={dots} className="flex h-11 justify-center" />
    </section>
  );
}
