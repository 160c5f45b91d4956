// The shop's own components as the studio shows them: bundled for it a second time (src/integrations/studio-copies.ts).
import type { ListingCard } from '#domain/listing.ts';
import { toCards } from '#domain/listing.ts';
import { OUT_OF_STOCK } from '#domain/stock.ts';
import { viewProduct } from '#domain/product-view.ts';
import type { Product } from '#domain/product.ts';
import { galleryPanels } from '#features/product/gallery/gallery-panels.ts';
import ProductGallery from '#features/product/gallery/ProductGallery.tsx';
import { colourRules } from '#features/product/picker/colour-rules.ts';
import { ProductDetails } from '#features/product/ProductDetails.tsx';
import { filledCard } from '#features/product-card/view/filled-card.ts';

export { colourRules, toCards };

/** What a product's page shows of the product. @param tax per cent that is added to the price. */
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
 * A card of a listing.
 * @param template of a listing's page.
 * @param tax per cent that is added to the price.
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
