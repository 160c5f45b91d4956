import { formerPrice } from '../former-price.ts';
import { type Pence, pence, parsePrice, poundsText } from '../money.ts';
import { factNames, facts, factText } from '../product-facts.ts';
import type { ColourVariant, Product } from '../product.ts';
import { colourAddress } from '../address/product-address.ts';
import { HANDLING_DAYS } from '../promises.ts';
import { finalPriceText } from '../shown-price.ts';
import { company } from '#company';
import { googleCategory, googleGender } from './google-category.ts';
import { descriptionOf, picturesOf, skuOf } from './product-texts.ts';
import { summaryOf } from './meta-description.ts';
import { textElement } from './xml.ts';
import { anyCountryName } from '../any-country-name.ts';

/** Google's limits (https://support.google.com/merchants/answer/7052112): text lengths in characters, and the number of additional pictures. */
const MAX = { title: 150, description: 5000, color: 40, productType: 750, pictures: 10 };

/** A delivery option: its price, and the working days in transit. */
interface Delivery {
  name: string;
  amount_pence: number;
  min_business_days: number;
  max_business_days: number;
}

interface Context {
  site: URL | undefined;
  /** Per cent the cart adds to the price. */
  tax: number;
  /** The preselected delivery within the United Kingdom. */
  delivery: Delivery | undefined;
}

/** Up to three colours, main one first, in Google's notation: "Smoke / Black" is two colours. */
function googleColour(name: string): string {
  const colours = name.split('/').map((colour) => summaryOf(colour, MAX.color));
  return colours
    .filter((colour) => colour !== '')
    .slice(0, 3)
    .join('/');
}

function shipping(rate: Delivery): string {
  return [
    '<g:shipping>',
    textElement('g:country', 'GB'),
    textElement('g:service', rate.name),
    textElement('g:price', `${poundsText(pence(rate.amount_pence))} GBP`),
    textElement('g:min_handling_time', '0'),
    textElement('g:max_handling_time', String(HANDLING_DAYS)),
    textElement('g:min_transit_time', String(rate.min_business_days)),
    textElement('g:max_transit_time', String(rate.max_business_days)),
    '</g:shipping>',
  ].join('');
}

/**
 * The price, with a sale price beside it. Google crosses out the former price: if the law does not allow
 * that, the sale price is sent as the price (https://support.google.com/merchants/answer/6324471).
 */
function prices(product: Product, tax: number): string[] {
  const amount = (name: string, value: Pence) =>
    textElement(name, `${finalPriceText(value, tax)} GBP`);
  const former = formerPrice(product);
  const now = parsePrice(product.price);
  if (former === null) return [amount('g:price', now)];
  const { from, until } = product.sale ?? {};
  return [
    amount('g:price', former),
    amount('g:sale_price', now),
    ...(from && until ? [textElement('g:sale_price_effective_date', `${from}/${until}`)] : []),
  ];
}

/**
 * A fact without an element of its own in Google's feed:
 * https://support.google.com/merchants/answer/9218260
 */
function productDetail(name: string, value: string): string {
  return [
    '<g:product_detail>',
    textElement('g:attribute_name', name),
    textElement('g:attribute_value', value),
    '</g:product_detail>',
  ].join('');
}

/** The product's facts for Google: some have an element of their own, the others are details. */
function attributeElements(product: Product): string[] {
  const { origin_country } = product.attributes ?? {};
  const told = { ...product, ...product.attributes };
  const elements: string[] = [];
  const details: string[] = [];
  for (const fact of factNames) {
    const value = told[fact];
    const { label, google } = facts[fact];
    if (!value) continue;
    const text = factText(fact, value);
    if (google === undefined) details.push(productDetail(label, text));
    else elements.push(textElement(`g:${google}`, text));
  }
  return [
    ...elements,
    ...details,
    ...(origin_country ? [productDetail('Country of origin', anyCountryName(origin_country))] : []),
  ];
}

/**
 * The GTIN of the goods, and the SKU, which is a manufacturer's part number since the brand is the shop's own. A product
 * that opened since the build has neither yet.
 */
function identifiers({ attributes }: Product, { id }: ColourVariant): string[] {
  const { sku, gtin } = attributes?.codes?.[id] ?? {};
  if (sku === undefined) return [textElement('g:identifier_exists', 'no')];
  return [...(gtin ? [textElement('g:gtin', gtin)] : []), textElement('g:mpn', sku)];
}

/**
 * One colour of a product as an `<item>` of the merchant feed, or null without a picture of its own,
 * which Google requires.
 * Google requires UK prices to include tax. The shop adds tax in the cart, so this price is the page's
 * plus the tax on one unit: a UK shopper's final price.
 */
export function merchantItem(
  product: Product,
  variant: ColourVariant,
  { site, tax, delivery }: Context,
): string | null {
  const [picture, ...morePictures] = picturesOf([variant]).map((path) => new URL(path, site).href);
  if (!picture) return null;
  return [
    '<item>',
    textElement('g:id', skuOf(product, variant)),
    textElement('g:item_group_id', String(product.id)),
    textElement('g:title', summaryOf(`${product.name} – ${variant.color_name}`, MAX.title)),
    textElement('g:description', summaryOf(descriptionOf(product), MAX.description)),
    textElement('g:link', new URL(colourAddress(product, variant), site).href),
    textElement('g:image_link', picture),
    ...morePictures
      .slice(0, MAX.pictures)
      .map((address) => textElement('g:additional_image_link', address)),
    textElement('g:availability', variant.quantity > 0 ? 'in_stock' : 'out_of_stock'),
    ...prices(product, tax),
    textElement('g:brand', company.brand),
    ...identifiers(product, variant),
    textElement('g:condition', 'new'),
    textElement('g:color', googleColour(variant.color_name)),
    ...attributeElements(product),
    textElement('g:age_group', 'adult'),
    textElement('g:gender', googleGender(product.category_name)),
    textElement('g:google_product_category', String(googleCategory(product.category_name))),
    textElement('g:product_type', summaryOf(product.category_name, MAX.productType)),
    ...(delivery ? [shipping(delivery)] : []),
    '</item>',
  ].join('');
}
