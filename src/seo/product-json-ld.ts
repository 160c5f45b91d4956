import { formerPrice } from '#domain/catalogue/former-price.ts';
import { imagePath } from '#domain/catalogue/image.ts';
import { pictureAlt } from '#domain/catalogue/picture-alt.ts';
import { parsePrice } from '#domain/money/money.ts';
import { factNames, facts } from '#domain/catalogue/product-facts.ts';
import { finalPriceText } from '#domain/money/shown-price.ts';
import type { ProductReviews } from '#domain/catalogue/product-reviews.ts';
import type { Category, ColourVariant, Product } from '#domain/catalogue/product.ts';
import { categoryAddress } from '#domain/paths/category-address.ts';
import { colourAddress, productAddress } from '#domain/paths/product-address.ts';
import { statedColour } from '#domain/names/only-colour.ts';
import { anyCountryName } from '#domain/countries/any-country-name.ts';
import { company } from '#brand/company.ts';
import type { JsonLdNode } from './json-ld.ts';
import type { Crumb } from './listing-json-ld.ts';
import { descriptionOf, picturesOf, skuOf, titleOf } from '#domain/feeds/product-texts.ts';
import { summaryOf } from '#domain/basics/meta-description.ts';

/** A product's description in search results and shared links. */
export function productSummary(product: Product): string {
  return summaryOf(descriptionOf(product));
}

/** The breadcrumb trail of a product's page. @param category only if the menu has it. */
export function productCrumbs(product: Product, category: Category | undefined): Crumb[] {
  return [
    { name: 'All Products', path: '/all-products' },
    ...(category ? [{ name: category.name, path: categoryAddress(category) }] : []),
    { name: product.name, path: productAddress(product) },
  ];
}

interface Context {
  /** The shop's origin. */
  site: URL | undefined;
  /** Per cent the cart adds to the price. */
  tax: number;
  /** UK delivery and returns, which the offers refer to by `@id`. */
  terms: { delivery: JsonLdNode | undefined; returns: JsonLdNode };
  /** Null without any. */
  reviews: ProductReviews | null;
}

/** Marks the price before a sale: https://developers.google.com/search/docs/appearance/structured-data/merchant-listing */
const STRUCK = 'https://schema.org/StrikethroughPrice';

const referenceTo = (node: JsonLdNode) => ({ '@id': node['@id'] });

/**
 * A product's facts besides its offers: as schema.org properties if there are any, else as named
 * properties.
 */
function attributeFacts(product: Product): Record<string, unknown> {
  const { origin_country } = product.attributes ?? {};
  const told = { ...product, ...product.attributes };
  const properties: JsonLdNode[] = [];
  const terms: Record<string, unknown> = {};
  for (const fact of factNames) {
    const value = told[fact];
    const { label: name, schemaOrg, ...row } = facts[fact];
    if (!value) continue;
    const unit = 'unitCode' in row && { unitCode: row.unitCode };
    if (schemaOrg === undefined)
      properties.push({ '@type': 'PropertyValue', name, value, ...unit });
    else terms[schemaOrg] = unit ? { '@type': 'QuantitativeValue', value, ...unit } : value;
  }
  return {
    ...terms,
    ...(origin_country && {
      countryOfOrigin: { '@type': 'Country', name: anyCountryName(origin_country) },
    }),
    ...(properties.length > 0 && { additionalProperty: properties }),
    manufacturer: {
      '@type': 'Organization',
      name: company.legalName,
      address: company.registeredAddress,
      email: company.email,
    },
  };
}

/** Reviews in structured data: their mean, and the latest ten. */
function reviewFacts(reviews: ProductReviews | null): Record<string, unknown> {
  if (!reviews) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: reviews.hundredths / 100,
      reviewCount: reviews.count,
    },
    review: reviews.reviews.slice(0, 10).map(({ stars, name, written_at, words }) => ({
      '@type': 'Review',
      reviewRating: { '@type': 'Rating', ratingValue: stars },
      author: { '@type': 'Person', name: name || 'A buyer' },
      datePublished: written_at.slice(0, 10),
      reviewBody: words,
    })),
  };
}

/**
 * A product, or a group of products that differ in colour. The price is a UK buyer's, with tax, as in
 * the merchant feed: Google compares the two, and identifies a colour by its `sku`, the feed's id. A
 * sale price is valid until the sale's end; the former price is included if it may be shown.
 * @see https://developers.google.com/search/docs/appearance/structured-data/product-variants
 * @see https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
 */
export function productFacts(product: Product, { site, tax, terms, reviews }: Context): JsonLdNode {
  const absolute = (path: string) => new URL(path, site).href;
  const price = {
    price: finalPriceText(parsePrice(product.price), tax),
    priceCurrency: 'GBP',
  };
  const former = formerPrice(product);
  const specification = {
    '@type': 'UnitPriceSpecification',
    ...price,
    valueAddedTaxIncluded: true,
  };
  const offerOf = (variant: ColourVariant) => ({
    '@type': 'Offer',
    url: absolute(colourAddress(product, variant)),
    ...price,
    ...(product.sale?.until && { priceValidUntil: product.sale.until }),
    priceSpecification: former
      ? [specification, { ...specification, price: finalPriceText(former, tax), priceType: STRUCK }]
      : specification,
    availability: `https://schema.org/${variant.quantity > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    ...(terms.delivery && { shippingDetails: referenceTo(terms.delivery) }),
    hasMerchantReturnPolicy: referenceTo(terms.returns),
  });
  const codesOf = ({ id }: ColourVariant) => {
    const { sku, gtin } = product.attributes?.codes?.[id] ?? {};
    return { ...(sku !== undefined && { mpn: sku }), ...(gtin && { gtin }) };
  };
  const colourFacts = (variant: ColourVariant) => {
    const captions = new Map(
      variant.images.map((image) => [
        imagePath(image, ''),
        pictureAlt(image, titleOf(product, variant)),
      ]),
    );
    const images = picturesOf([variant]).map((path) => {
      const caption = captions.get(path);
      return caption ? { '@type': 'ImageObject', url: absolute(path), caption } : absolute(path);
    });
    const colour = statedColour(variant);
    return {
      sku: skuOf(product, variant),
      ...codesOf(variant),
      ...(colour !== '' && { color: colour }),
      ...(images.length > 0 && { image: images }),
      offers: offerOf(variant),
    };
  };
  const shared = {
    name: product.name,
    description: descriptionOf(product),
    url: absolute(productAddress(product)),
    category: product.category_name,
    ...attributeFacts(product),
    brand: { '@type': 'Brand', name: company.brand },
    ...reviewFacts(reviews),
  };
  const [only, ...others] = product.color_variants;
  if (others.length === 0) {
    const own = only ? colourFacts(only) : { sku: String(product.id) };
    return { '@type': 'Product', ...shared, ...own };
  }
  return {
    '@type': 'ProductGroup',
    ...shared,
    productGroupID: String(product.id),
    variesBy: 'https://schema.org/color',
    hasVariant: product.color_variants.map((variant) =>
      Object.assign({ '@type': 'Product', name: titleOf(product, variant) }, colourFacts(variant)),
    ),
  };
}
