import { imageAddress, imagePath, srcSet } from '#domain/catalogue/image.ts';
import type { ColourVariant } from '#domain/catalogue/product.ts';
import { OUT_OF_STOCK } from '#domain/cart/stock.ts';

interface Props {
  colours: readonly ColourVariant[];
  /** The colour checked initially. */
  chosen: ColourVariant | undefined;
  apiHost: string;
  /** Whether it is sold by draw: then no colour is shown as out of stock. */
  isDrawn: boolean;
}

/**
 * Above this many colours the pictures are smaller, so that Add To Cart stays within reach on a phone.
 */
const LARGE_UP_TO = 8;

/** Native radios, each with a picture and a name; sold-out colours can still be viewed. */
export function ColourChoice({ colours, chosen, apiHost, isDrawn }: Props) {
  if (colours.length === 0) return null;
  const columns =
    colours.length > LARGE_UP_TO
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
      <div className={`mt-2 grid gap-x-3 gap-y-4 ${columns}`}>
        {colours.map((colour) => (
          <label
            key={colour.id}
            data-sold-out={colour.quantity === 0 ? '' : undefined}
            className="group relative block cursor-pointer text-sm leading-tight has-focus-visible:outline-2 has-focus-visible:outline-offset-4"
          >
            <input
              type="radio"
              // A name of its own: the next product is staged behind this one during a touch.
              name={`colour-${colours[0]?.id}`}
              value={colour.id}
              defaultChecked={colour.id === chosen?.id}
              // Firefox would restore an earlier visit's choice without an event.
              autoComplete="off"
              className="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0"
            />
            <span className="frame block outline-ink peer-checked:outline-2 peer-checked:outline-offset-2">
              <img
                src={imageAddress(imagePath(colour.images[0], apiHost), 240)}
                srcSet={srcSet(imagePath(colour.images[0], apiHost), [120, 240, 360])}
                sizes="7rem"
                alt=""
                width={240}
                height={300}
                loading="lazy"
                className={isDrawn ? undefined : 'group-data-sold-out:opacity-50'}
              />
            </span>
            <span className="mt-2 block wrap-anywhere peer-checked:font-semibold">
              {colour.hex && (
                <svg
                  className="mr-2 inline-block size-2.5 border border-ink-soft"
                  fill={colour.hex}
                  viewBox="0 0 1 1"
                  aria-hidden="true"
                >
                  <path d="M0 0h1v1H0z" />
                </svg>
              )}
              {colour.color_name}
            </span>
            {!isDrawn && (
              <span className="mt-1 hidden text-xs font-medium text-oxblood group-data-sold-out:block">
                {OUT_OF_STOCK}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
