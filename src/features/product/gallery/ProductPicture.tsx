import { imageAddress, srcSet } from '#domain/address/image.ts';

const WIDTHS = [480, 768, 1080, 1440];

interface Props {
  path: string;
  alt: string;
  /** Above the fold: fetched with high priority. */
  first: boolean;
}

/** One large picture of a product. */
export function ProductPicture({ path, alt, first }: Props) {
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
