// The shop's components for the studio, bundled a second time (src/integrations/studio-copies.ts).
import type { ListingCard } from '#domain/catalogue/listing.ts';
import { toCards } from '#domain/catalogue/listing.ts';
import { OUT_OF_STOCK } from '#domain/cart/stock.ts';
import { viewProduct } from '#domain/cart/product-view.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { galleryPanels } from '#features/product/gallery/gallery-panels.ts';
import ProductGallery from '#features/product/gallery/ProductGallery.tsx';
import { colourRules } from '#features/product/colour-rules.ts';
import { ProductDetails } from '#features/product/ProductDetails.tsx';
import { filledCard } from '#features/product-card/view/filled-card.ts';

export { colourRules, toCards };

/** The product part of a product page. @param tax added to the price, per cent. */
export function ProductParts({ product, tax }: { product: Product; tax: number }) {
  return (
    <div className="product-picker">
      <ProductGallery
        panels={galleryPanels(product, '')}
        chosen={viewProduct(product, [], [], null).chosen?.id}
      />
      <ProductDetails product={product} apiHost="" tax={tax} />
    </div>
  );
}

/**
 * A listing card.
 * @param template card template from the listing page.
 * @param tax added to the price, per cent.
 */
export function cardOf(
  template: HTMLTemplateElement,
  listed: ListingCard,
  tax: number,
): HTMLElement | null {
  const card = filledCard(template, listed, tax);
  const button = card?.querySelector<HTMLButtonElement>('button[data-add]');
  const text = button?.querySelector('[data-add-text]');
  if (button && text && listed.variant.quantity === 0) {
    button.disabled = true;
    text.textContent = OUT_OF_STOCK;
  }
  return card;
}
