import { imagePath } from '#domain/address/image.ts';
import { parsePrice, poundsText } from '#domain/money.ts';
import type { ColourVariant, Product } from '#domain/product.ts';
import { colourAddress, productAddress } from '#domain/address/product-address.ts';
import { company } from '#company';
import type { JsonLdNode } from './json-ld.ts';
import { summaryOf } from './meta-description.ts';

/** What names one colour of a product to machines, here and in the merchant feed. */
export function skuOf(product: Product, variant: ColourVariant): string {
  return `${product.id}-${variant.id}`;
}

/**
 * The pictures of some colours, each once. No placeholder, which shows nothing of the product, and
 * nothing that is no address.
 */
export function picturesOf(variants: readonly ColourVariant[]): string[] {
  const pictures = variants.flatMap(({ images }) => images.filter(({ image }) => image.trim()));
  const paths = pictures.map((image) => imagePath(image, ''));
  return [...new Set(paths)].filter((path) => URL.canParse(path, 'https://localhost'));
}

/** A product's description, or a sentence of ours where it has none. */
export function descriptionOf({ name, description }: Product): string {
  return description.trim() || `${name} by ${company.brand}.`;
}

/** What a search result and a shared link say of a product. */
export function productSummary(product: Product): string {
  return summaryOf(descriptionOf(product));
}

interface Surroundings {
  /** The shop's address. */
  site: URL | undefined;
  /** Per cent that the cart adds to the price. */
  tax: number;
  /** Delivery and returns in the United Kingdom, which the offers point to. */
  terms: { delivery: JsonLdNode | undefined; returns: JsonLdNode };
}

const pointTo = (node: JsonLdNode) => ({ '@id': node['@id'] });

/**
 * A product with an offer for each colour. The price is the one on the page, before tax, and says so.
 * It has no `priceValidUntil`: nobody knows until when.
 * @see https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
 */
export function productFacts(product: Product, { site, tax, terms }: Surroundings): JsonLdNode {
  const absolute = (path: string) => new URL(path, site).href;
  const price = { price: poundsText(parsePrice(product.price)), priceCurrency: 'GBP' };
  const offers = product.color_variants.map((variant) => ({
    '@type': 'Offer',
    name: variant.color_name,
    sku: skuOf(product, variant),
    url: absolute(colourAddress(product, variant)),
    ...price,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      ...price,
      valueAddedTaxIncluded: tax === 0,
    },
    availability: `https://schema.org/${variant.quantity > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    ...(terms.delivery && { shippingDetails: pointTo(terms.delivery) }),
    hasMerchantReturnPolicy: pointTo(terms.returns),
  }));
  const images = picturesOf(product.color_variants).map(absolute);
  return {
    '@type': 'Product',
    name: product.name,
    description: descriptionOf(product),
    url: absolute(productAddress(product)),
    sku: String(product.id),
    category: product.category_name,
    ...(product.material && { material: product.material }),
    brand: { '@type': 'Brand', name: company.brand },
    ...(images.length > 0 && { image: images }),
    ...(offers.length > 0 && { offers }),
  };
}
