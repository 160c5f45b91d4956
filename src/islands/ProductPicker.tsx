import { imagePath } from '#shop/image.ts';
import { formatPounds, parsePrice } from '#shop/money.ts';
import type { Product } from '#shop/product.ts';
import { OUT_OF_STOCK, remainingStock } from '#shop/stock.ts';
import { addToCart } from '../stores/cart.ts';
import { ColourChoice } from './ColourChoice.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ProductCarousel } from './ProductCarousel.tsx';
import './product-picker.css';
import { ReadyButton } from './ReadyButton.tsx';
import { useBusy } from './use-busy.ts';
import { useCart } from './use-cart.ts';
import { useColourChoice } from './use-colour-choice.ts';
import { useLiveProduct } from './use-live-product.ts';

interface Props {
  product: Product;
  /** Origin that picture paths belong to, or `''` for this site. */
  apiHost: string;
}

function Picker({ product: built, apiHost }: Props) {
  const cart = useCart();
  const product = useLiveProduct(built);
  const [chosen, choose] = useColourChoice(product, cart);
  const { busy, start, end } = useBusy();
  const soldOut = !chosen || remainingStock(chosen, cart) === 0;
  const allInCart = soldOut && chosen !== undefined && chosen.quantity > 0;
  const images = chosen && chosen.images.length > 0 ? chosen.images : [undefined];

  function add(): void {
    if (!chosen || !start()) return;
    choose(chosen);
    if (addToCart(product, chosen.id) === 'added') location.assign('/cart');
    else end();
  }

  return (
    <div className="product-picker grid lg:grid-cols-2">
      <div className="min-w-0">
        <ProductCarousel
          key={chosen?.id}
          pictures={images.map((image) => imagePath(image, apiHost))}
          subject={chosen ? `${product.name} in ${chosen.color_name}` : product.name}
        />
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
            onChoose={choose}
            apiHost={apiHost}
          />
          <div>
            <ReadyButton onClick={add} busy={busy} disabled={soldOut} describedBy="stock-message">
              Add To Cart
            </ReadyButton>
            <output id="stock-message" className="block">
              {soldOut && (
                <span className="message-error block">
                  {OUT_OF_STOCK}
                  {allInCart && <> – all {chosen.quantity} we have are in your cart.</>}
                </span>
              )}
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
