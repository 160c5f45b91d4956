import { isLimited, lineIdOf, lineTotal } from '#domain/cart/cart.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import { formatPounds } from '#domain/money/money.ts';
import { colourAddress } from '#domain/paths/product-address.ts';
import { withTaxText } from '#domain/money/shown-price.ts';
import { setQuantity } from '#stores/cart.ts';
import {
  eachText,
  limitId,
  limitText,
  LINE_PICTURE_SIZES,
  linePicture,
  pieceText,
  quantityChoices,
  quantityId,
} from './first-state/cart-text.ts';

interface Props {
  item: CartItem;
  apiHost: string;
  /** Tax added to the prices, in per cent. */
  tax: number;
  onRemove: (item: CartItem) => void;
}

/** One line of the cart: the same markup is laid out as a row on wide screens and a block on phones. */
export function CartLine({ item, apiHost, tax, onRemove }: Props) {
  const line = lineIdOf(item);
  const { selectedColor: colour, quantity, name } = item;
  const stock = colour.quantity;
  // The sample of the page's template has no page to fetch.
  const href = item.id > 0 ? colourAddress(item, colour) : undefined;
  const selectId = quantityId(item);
  const limited = isLimited(item);

  return (
    <li className="grid grid-cols-[min(6.5rem,27vw)_1fr] gap-x-4 border-b border-bone-deep py-6 md:grid-cols-[9rem_1fr] md:gap-x-8">
      <a href={href} className="frame self-start" tabIndex={-1} aria-hidden="true">
        <img
          {...linePicture(item, apiHost)}
          sizes={LINE_PICTURE_SIZES}
          alt=""
          width={320}
          height={400}
        />
      </a>
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 md:flex-nowrap lg:flex-wrap xl:flex-nowrap">
          <div className="min-w-0 wrap-anywhere">
            <h2 className="heading">
              <a href={href} className="hover:underline" data-line-name="">
                {name}
              </a>
            </h2>
            <p className="mt-1 text-sm text-ink-soft" data-line-colour="">
              {colour.color_name}
            </p>
          </div>
          <div className="tabular-nums md:text-right md:whitespace-nowrap lg:text-left xl:text-right">
            <p data-line-total="">{formatPounds(lineTotal(item))}</p>
            {tax > 0 && (
              <p className="text-sm text-ink-soft" data-line-with-tax="">
                {withTaxText(lineTotal(item), tax)}
              </p>
            )}
            {quantity > 1 && (
              <p className="text-sm text-ink-soft" data-line-each="">
                {eachText(item, tax)}
              </p>
            )}
          </div>
        </div>
        <div className="mt-auto flex flex-wrap items-end justify-between gap-4">
          <div className="w-28">
            <label className="label" htmlFor={selectId}>
              Quantity<span className="sr-only">{` of ${pieceText(item)}`}</span>
            </label>
            <select
              id={selectId}
              className="field"
              value={quantity}
              onChange={(event) => setQuantity(line, Number(event.target.value))}
              aria-describedby={limited ? limitId(item) : undefined}
            >
              {quantityChoices(item).map((choice) => (
                <option key={choice} value={choice} disabled={choice > stock}>
                  {choice}
                </option>
              ))}
            </select>
          </div>
          <button
            type="button"
            className="link eyebrow min-h-12 px-1"
            onClick={() => onRemove(item)}
          >
            DELETE<span className="sr-only">{` ${pieceText(item)}`}</span>
          </button>
        </div>
        {limited && (
          <p
            id={limitId(item)}
            className="-mt-2 text-sm font-medium text-oxblood"
            data-line-limit=""
          >
            {limitText(item)}
          </p>
        )}
      </div>
    </li>
  );
}
