import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import type { GalleryPanel } from './gallery-panels.ts';
import { ProductCarousel } from './ProductCarousel.tsx';

interface Props {
  panels: readonly GalleryPanel[];
  /** The colour that is checked at first: its first picture is fetched before everything else. */
  chosen: number | undefined;
}

/** The pictures of a product. Those of the checked colour show (colour-rules.ts). */
export default function ProductGallery({ panels, chosen }: Props) {
  return (
    <ErrorBoundary>
      {panels.map(({ colour, subject, pictures }) => (
        <div key={colour} data-of-colour={colour}>
          <ProductCarousel pictures={pictures} subject={subject} first={colour === chosen} />
        </div>
      ))}
    </ErrorBoundary>
  );
}
