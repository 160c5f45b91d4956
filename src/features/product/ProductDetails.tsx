import { facts, listedFacts } from '#domain/catalogue/product-facts.ts';
import { viewProduct } from '#domain/cart/product-view.ts';
import { descriptionHtml } from '#domain/site-content/markdown-html.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { ColourChoice } from './ColourChoice.tsx';
import { Details } from './Details.tsx';
import { ProductPrice } from './ProductPrice.tsx';

interface Props {
  product: Product;
  /** Origin for picture paths, or `''` for this site. */
  apiHost: string;
  /** Tax added to the price, in per cent. */
  tax: number;
}

/**
 * Name, price, description, colour choice and Add To Cart, rendered once for the stock in `product` and
 * updated by start-picker.ts.
 */
export function ProductDetails({ product, apiHost, tax }: Props) {
  const { chosen, soldOut, message } = viewProduct(product, [], [], null);
  return (
    <div className="shell min-w-0 py-8 lg:px-14 lg:py-12 xl:px-24">
      <div className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-8 lg:sticky lg:top-24">
        <div>
          <p className="eyebrow wrap-anywhere text-ink-soft">{product.category_name}</p>
          <h1 className="title mt-3 lg:text-[clamp(1.625rem,2.6vw,2.75rem)]">{product.name}</h1>
          <p className="mt-4 text-xl tabular-nums" data-price="">
            <ProductPrice product={product} tax={tax} />
          </p>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <div
            className="description"
            dangerouslySetInnerHTML={{ __html: descriptionHtml(product.description) }}
          />
          {listedFacts.map(
            (name) =>
              product[name] && (
                <p key={name} className="text-sm text-ink-soft">
                  {`${facts[name].label}: ${product[name]}`}
                </p>
              ),
          )}
        </div>
        <ColourChoice colours={product.color_variants} chosen={chosen} apiHost={apiHost} />
        <div>
          <button
            type="button"
            className="button w-full"
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
          <output id="stock-message" className="block">
            <span className="message-error block" hidden={!soldOut} data-stock-message="">
              {message}
            </span>
          </output>
          <noscript>
            <p className="mt-2">This needs JavaScript. Please turn it on in your browser.</p>
          </noscript>
        </div>
        <Details product={product} />
        <div className="grid gap-2 text-sm">
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
