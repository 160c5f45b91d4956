import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { imagePath } from '#domain/address/image.ts';
import { formatPounds, parsePrice } from '#domain/money.ts';
import { subjectOf, viewProduct } from '#domain/product-view.ts';
import type { ColourVariant, Product } from '#domain/product.ts';
import { remainingStock } from '#domain/stock.ts';
import { addToCart } from '#stores/cart.ts';
import {
  $chosenColour,
  $stockLevels,
  $takenOver,
  $youngerProduct,
  chooseColour,
  watchProduct,
} from './product-choice.ts';
import { ColourChoice } from './ColourChoice.tsx';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import { ProductCarousel } from './ProductCarousel.tsx';
import './product-picker.css';
import { ReadyButton } from '#ui/ReadyButton.tsx';
import { useBusy } from '#ui/islands/use-busy.ts';
import { useCart } from '#ui/islands/use-cart.ts';

interface Props {
  product: Product;
  /** Origin that picture paths belong to, or `''` for this site. */
  apiHost: string;
}

/** Server-rendered HTML knows no shopper, no stock of the moment and no query. */
const NOTHING: readonly [] = [];

/** The colour whose pictures the page is built with. */
function builtColour(product: Product): number | undefined {
  return viewProduct(product, NOTHING, NOTHING, null).chosen?.id;
}

function picturesOf(colour: ColourVariant | undefined, apiHost: string): string[] {
  const images = colour && colour.images.length > 0 ? colour.images : [undefined];
  return images.map((image) => imagePath(image, apiHost));
}

/** What the page shows now, and what it showed when it was built while React takes it over. */
function useProductView(built: Product) {
  const cart = useCart();
  const levels = useStore($stockLevels, { ssr: () => NOTHING });
  const asked = useStore($chosenColour, { ssr: () => null });

  const younger = useStore($youngerProduct, { ssr: () => null });

  useEffect(() => watchProduct(built), [built]);
  useLayoutEffect(() => {
    $takenOver.set(true);
    // See product-picker.css.
    delete document.documentElement.dataset.colour;
  }, []);

  return { ...viewProduct(younger ?? built, levels, cart, asked), cart };
}

function Picker({ product: built, apiHost }: Props) {
  const { product, chosen, soldOut, message, cart } = useProductView(built);
  const { busy, start, end } = useBusy();
  const [seen, setSeen] = useState<readonly (number | undefined)[]>([builtColour(built)]);
  const colours = product.color_variants.length > 0 ? product.color_variants : [undefined];
  if (!seen.includes(chosen?.id)) setSeen([...seen, chosen?.id]);

  function add(): void {
    if (!chosen || !start()) return;
    chooseColour(chosen.id);
    if (addToCart(product, chosen.id) === 'added') location.assign('/cart');
    else end();
  }

  return (
    <div className="product-picker grid lg:grid-cols-2">
      <div className="min-w-0">
        {colours.map((colour) => (
          <div
            key={colour?.id}
            data-pictures-of={colour?.id}
            hidden={colour?.id !== chosen?.id}
            suppressHydrationWarning
          >
            <ProductCarousel
              pictures={picturesOf(colour, apiHost)}
              subject={subjectOf(product, colour)}
              first={colour?.id === builtColour(built)}
              seen={seen.includes(colour?.id)}
            />
          </div>
        ))}
      </div>
      <div className="shell min-w-0 py-8 lg:px-14 lg:py-12 xl:px-24">
        <div className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-8 lg:sticky lg:top-24">
          <div>
            <p className="eyebrow wrap-anywhere text-ink-soft">{product.category_name}</p>
            <h1 className="title mt-3 lg:text-[clamp(1.625rem,2.6vw,2.75rem)]">{product.name}</h1>
            <p className="mt-4 text-xl tabular-nums">{formatPounds(parsePrice(product.price))}</p>
          </div>
          <p className="max-w-prose whitespace-pre-line">{product.description}</p>
          <ColourChoice
            colours={product.color_variants}
            chosen={chosen}
            isSoldOut={(colour) => remainingStock(colour, cart) === 0}
            onChoose={({ id }) => chooseColour(id)}
            apiHost={apiHost}
          />
          <div data-add-to-cart="">
            <ReadyButton onClick={add} busy={busy} disabled={soldOut} describedBy="stock-message">
              Add To Cart
            </ReadyButton>
            <output id="stock-message" className="block">
              {/* The script that serves the page first may have changed it already. */}
              <span
                className="message-error block"
                hidden={!soldOut}
                data-stock-message=""
                suppressHydrationWarning
              >
                {message}
              </span>
            </output>
          </div>
          <div className="grid gap-2 border-t border-bone-deep pt-6 text-sm">
            <p className="eyebrow">DISCOVER MORE CREATIONS IN BOUTIQUES</p>
            <p className="text-ink-soft">
              The price shown is the suggested retail price in pounds sterling. Tax is estimated in
              your cart.
            </p>
          </div>
        </div>
      </div>
    </div>
  );
}

/** A product's page: pictures, description and price, the choice of a colour, and Add To Cart. */
export default function ProductPicker(props: Props) {
  return (
    <ErrorBoundary>
      <Picker {...props} />
    </ErrorBoundary>
  );
}
