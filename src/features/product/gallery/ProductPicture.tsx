import { imageAddress, srcSet } from '#domain/address/image.ts';

/** Full width on phones: 390 and 414 CSS pixels at 2 device pixels, 412 at 2.6, 480 at 3. */
const WIDTHS = [480, 832, 1104, 1440];

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
        src={imageAddress(path, 1104)}
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
