import { formerPrice } from '#domain/catalogue/former-price.ts';
import { formatPounds, parsePrice } from '#domain/money/money.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { withTaxText } from '#domain/money/shown-price.ts';

interface Props {
  product: Product;
  /** Tax added to the price, in per cent. */
  tax: number;
}

/** A product's price on its page, for the build and for later updates. */
export function ProductPrice({ product, tax }: Props) {
  const amount = parsePrice(product.price);
  const price = formatPounds(amount);
  const withTax = withTaxText(amount, tax);
  const former = formerPrice(product);
  return (
    <>
      {former === null ? (
        price
      ) : (
        <>
          <span className="sr-only">Was </span>
          <del className="text-ink-soft">{formatPounds(former)}</del>
          <span className="sr-only"> now </span>
          <ins className="no-underline">{price}</ins>
        </>
      )}
      {withTax && ' '}
      {withTax && <span className="text-sm text-ink-soft">{withTax}</span>}
    </>
  );
}
