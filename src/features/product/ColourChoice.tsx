import { imageAddress, imagePath, srcSet } from '#domain/address/image.ts';
import type { ColourVariant } from '#domain/product.ts';
import { OUT_OF_STOCK } from '#domain/stock.ts';

interface Props {
  colours: readonly ColourVariant[];
  /** Checked at first. */
  chosen: ColourVariant | undefined;
  apiHost: string;
}

/** More colours than these stand in smaller pictures, so that Add To Cart stays near on a phone. */
const FEW = 8;

/** The colours as native radios with a picture and a name each; sold-out ones can still be looked at. */
export function ColourChoice({ colours, chosen, apiHost }: Props) {
  if (colours.length === 0) return null;
  const columns =
    colours.length > FEW
      ? 'grid-cols-[repeat(auto-fill,minmax(4rem,1fr))]'
      : 'grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))]';
  return (
    <fieldset className="min-w-0">
      <legend className="label wrap-anywhere">
        Colour:{' '}
        {colours.map(({ id, color_name }) => (
          <span key={id} className="font-normal" data-of-colour={id}>
            {color_name}
          </span>
        ))}
      </legend>
      <div className={`mt-2 grid gap-x-3 gap-y-5 ${columns}`}>
        {colours.map((colour) => (
          <label
            key={colour.id}
            data-sold-out={colour.quantity === 0 ? '' : undefined}
            className="group relative block cursor-pointer text-sm leading-tight has-focus-visible:outline-2 has-focus-visible:outline-offset-4"
          >
            <input
              type="radio"
              name="colour"
              value={colour.id}
              defaultChecked={colour.id === chosen?.id}
              // Firefox would restore the choice of an earlier visit without telling anybody.
              autoComplete="off"
              className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
            />
            <span className="frame block outline-ink group-has-checked:outline-2 group-has-checked:outline-offset-2">
              <img
                src={imageAddress(imagePath(colour.images[0], apiHost), 240)}
                srcSet={srcSet(imagePath(colour.images[0], apiHost), [120, 240, 360])}
                sizes="7rem"
                alt=""
                width={240}
                height={300}
                loading="lazy"
                className="group-data-sold-out:opacity-50"
              />
            </span>
            <span className="mt-2 block wrap-anywhere group-has-checked:font-semibold">
              {colour.hex && (
                <svg
                  className="mr-1.5 inline-block size-2.5 border border-ink-soft"
                  fill={colour.hex}
                  viewBox="0 0 1 1"
                  aria-hidden="true"
                >
                  <path d="M0 0h1v1H0z" />
                </svg>
              )}
              {colour.color_name}
            </span>
            <span className="mt-1 hidden text-xs font-medium text-oxblood group-data-sold-out:block">
              {OUT_OF_STOCK}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
