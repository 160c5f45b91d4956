import { imageAddress, imagePath, srcSet } from '#domain/catalogue/image.ts';

/** The small picture beside an order's line. `image`: the colour's main picture, null if it has none. */
export function ItemPicture({ image }: { image: string | null }) {
  const picture = imagePath(image === null ? undefined : { image }, '');
  return (
    <span className="frame">
      <img
        src={imageAddress(picture, 160)}
        srcSet={srcSet(picture, [80, 160, 240])}
        sizes="4rem"
        alt=""
        width={160}
        height={200}
        loading="lazy"
      />
    </span>
  );
}
