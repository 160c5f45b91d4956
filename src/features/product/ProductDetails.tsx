import { facts, listedFacts } from '#domain/catalogue/product-facts.ts';
import type { ProductReviews } from '#domain/catalogue/product-reviews.ts';
import { meanText } from '#domain/catalogue/review-words.ts';
import { countText } from '#domain/basics/count-text.ts';
import { viewProduct } from '#domain/cart/product-view.ts';
import { londonText } from '#domain/basics/london-clock.ts';
import { descriptionHtml } from '#domain/site-content/markdown-html.ts';
import { drawAddress } from '#domain/paths/draw-address.ts';
import type { Category, Product } from '#domain/catalogue/product.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { ColourChoice } from './ColourChoice.tsx';
import { PRICE_LOOK } from './price-look.ts';
import { Details } from './Details.tsx';
import { ProductPrice } from './ProductPrice.tsx';

interface Props {
  product: Product;
  /** The product's category, if that has a page in the menu. */
  category?: Category | undefined;
  /** Origin for picture paths, or `''` for this site. */
  apiHost: string;
  /** Tax added to the price, in per cent. */
  tax: number;
  /** Null without any. */
  reviews?: ProductReviews | null;
}

/** States that only winners of a draw can buy the product. */
function DrawNote({ opens_at, closes_at }: { opens_at: string; closes_at: string }) {
  return (
    <div className="mt-4 border-l-2 border-ink pl-4">
      <p className="eyebrow">Sold by draw</p>
      <p className="mt-1">
        Enter free of charge from {londonText(opens_at)} to {londonText(closes_at)}. Winners can buy
        one piece each.
      </p>
    </div>
  );
}

/** Margins of a part that is not in a column, and its greatest width. */
const PART = 'max-w-xl max-md:mx-gutter max-md:mb-6';

/**
 * Name, price, description, colour choice and Add To Cart, rendered once for the stock in `product` and
 * updated by start-picker.ts. On phones price and button stay at the screen's bottom until their place
 * has been scrolled to, for which no box may end around them. Then buy-bar.ts takes over.
 */
export function ProductDetails({ product, category, apiHost, tax, reviews = null }: Props) {
  const { chosen, soldOut, message } = viewProduct(product, [], [], null);
  const drawn = product.attributes?.drawn;
  return (
    <div className="min-w-0 max-md:contents md:px-8 md:py-12 lg:px-16 xl:px-24">
      <div className="max-md:contents md:sticky md:top-24 md:flex md:max-w-xl md:flex-col md:gap-6">
        <div className={`md:order-first ${PART}`}>
          <Breadcrumb product={product} category={category} />
          <h1 className="title mt-2">{product.name}</h1>
          {reviews && (
            <p className="mt-2 text-sm">
              <a href="#reviews" className="link">
                {meanText(reviews.hundredths)} out of 5, {countText(reviews.count, 'review')}
              </a>
            </p>
          )}
        </div>
        <div className={PART}>
          <ColourChoice
            colours={product.color_variants}
            chosen={chosen}
            apiHost={apiHost}
            isDrawn={Boolean(drawn)}
          />
          {drawn && <DrawNote {...drawn} />}
          <div data-stock-line="" hidden={Boolean(drawn)}>
            <output id="stock-message" className="block">
              <span className="message-error block" hidden={!soldOut} data-stock-message="">
                {message}
              </span>
            </output>
            <noscript>
              <p className="mt-2">This needs JavaScript. Please turn it on in your browser.</p>
            </noscript>
          </div>
        </div>
        <div className="sticky bottom-0 z-10 flex items-center gap-4 border-t border-ink bg-bone py-2 shell md:contents [@media(height<30rem)]:static">
          <p className={`${PRICE_LOOK} md:order-first md:text-xl`} data-price="">
            <ProductPrice product={product} tax={tax} />
          </p>
          {drawn ? (
            <a className="button grow px-4" href={drawAddress(product)}>
              To the draw
            </a>
          ) : (
            <button
              type="button"
              className="button grow px-4"
              // Disabled until its script can handle a press.
              disabled
              data-waking={soldOut ? undefined : ''}
              data-add=""
              data-product={product.id}
              data-variant={chosen?.id}
              data-stock={chosen?.quantity ?? 0}
              data-then="/cart"
              aria-describedby="stock-message"
            >
              Add To Cart
            </button>
          )}
        </div>
        <div className={PART}>
          <div
            className="description"
            dangerouslySetInnerHTML={{ __html: descriptionHtml(product.description) }}
          />
          {listedFacts.map(
            (name) =>
              product[name] && (
                <p key={name} className="mt-3 text-sm text-ink-soft">
                  {`${facts[name].label}: ${product[name]}`}
                </p>
              ),
          )}
        </div>
        <Details product={product} className={PART} />
        <div className={`grid gap-2 text-sm ${PART}`}>
          <p className="eyebrow">DISCOVER MORE CREATIONS IN BOUTIQUES</p>
          <p className="text-ink-soft">
            The price shown is the suggested retail price in pounds sterling.{' '}
            {tax > 0 ? 'Tax is estimated in your cart.' : 'All taxes are included.'}
          </p>
        </div>
      </div>
    </div>
  );
}
