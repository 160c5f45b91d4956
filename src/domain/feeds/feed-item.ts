import { colourAddress } from '../paths/product-address.ts';
import { formerPrice } from '../catalogue/former-price.ts';
import { type Pence, parsePrice } from '../money/money.ts';
import { statedColour } from '../names/only-colour.ts';
import type { ColourVariant, Product } from '../catalogue/product.ts';
import { finalPriceText } from '../money/shown-price.ts';
import { descriptionOf, picturesOf, skuOf, titleOf } from './product-texts.ts';

/** A delivery option: its price, and the working days in transit. */
export interface FeedDelivery {
  name: string;
  amount_pence: number;
  min_business_days: number;
  max_business_days: number;
}

interface Context {
  site: URL;
  /** Per cent the cart adds to the price. */
  tax: number;
  /** The preselected delivery within the United Kingdom. */
  delivery: FeedDelivery | null;
}

/** One colour of a product as all platforms are told of it; texts are not yet cut to a platform's lengths. */
export interface FeedItem {
  id: string;
  title: string;
  /** Empty for a product whose only colour has no name. */
  colour: string;
  description: string;
  /** Absolute address. */
  link: string;
  /** Paths in the shop, or absolute addresses of uploaded pictures; at least one. */
  pictures: string[];
  site: URL;
  /** In pounds with tax: "47.70 GBP". */
  price: string;
  sale: { price: string; from: Date | null; until: Date | null } | null;
  delivery: FeedDelivery | null;
  product: Product;
  variant: ColourVariant;
}

const dateOf = (time: string | null | undefined) => (time ? new Date(time) : null);

/**
 * The price, or the former price with the sale price beside it. Platforms cross out the former price: if the law does
 * not allow that, the sale price is sent as the price (https://support.google.com/merchants/answer/6324471).
 * Prices for the United Kingdom must include tax, which the shop may add in the cart: this is a shopper's final price.
 */
function pricesOf(product: Product, tax: number): Pick<FeedItem, 'price' | 'sale'> {
  const amount = (value: Pence) => `${finalPriceText(value, tax)} GBP`;
  const now = amount(parsePrice(product.price));
  const former = formerPrice(product);
  if (former === null) return { price: now, sale: null };
  const { from, until } = product.sale ?? {};
  return { price: amount(former), sale: { price: now, from: dateOf(from), until: dateOf(until) } };
}

/** The items of a product: its colours with a picture of their own, which every platform requires. */
export function feedItems(product: Product, { site, tax, delivery }: Context): FeedItem[] {
  return product.color_variants.flatMap((variant) => {
    const pictures = picturesOf([variant]);
    if (pictures.length === 0) return [];
    return {
      id: skuOf(product, variant),
      title: titleOf(product, variant),
      colour: statedColour(variant),
      description: descriptionOf(product),
      link: new URL(colourAddress(product, variant), site).href,
      pictures,
      site,
      ...pricesOf(product, tax),
      delivery,
      product,
      variant,
    };
  });
}
