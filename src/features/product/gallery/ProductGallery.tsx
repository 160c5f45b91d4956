import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import type { GalleryPanel } from './gallery-panels.ts';
import { ProductCarousel } from './ProductCarousel.tsx';

interface Props {
  panels: readonly GalleryPanel[];
  /** The colour checked initially: its first picture is fetched with high priority. */
  chosen: number | undefined;
}

/** The pictures of a product. Only those of the checked colour are visible (colour-rules.ts). */
export default function ProductGallery({ panels, chosen }: Props) {
  return (
    <ErrorBoundary>
      {panels.map(({ colour, subject, pictures, alts, film }) => (
        <div
          key={colour ?? 0}
          className="self-start md:sticky"
          data-of-colour={colour}
          data-gallery={subject}
        >
          <ProductCarousel
            pictures={pictures}
            alts={alts}
            film={film}
            subject={subject}
            first={colour === chosen}
          />
        </div>
      ))}
    </ErrorBoundary>
  );
}
