import { DELIVERY, productDetails } from '#domain/catalogue/product-details.ts';
import type { Product } from '#domain/catalogue/product.ts';

/** Expandable sections below Add To Cart: a product's facts. */
export function Details({ product, className }: { product: Product; className: string }) {
  return (
    <div className={`product-facts ${className}`}>
      {productDetails(product).map(({ title, lines, isOpen }) => (
        <details key={title} open={isOpen} data-delivery={title === DELIVERY ? '' : undefined}>
          <summary>{title}</summary>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </details>
      ))}
    </div>
  );
}
