import { listedFacts, numberFacts, pageTexts } from '#domain/catalogue/product-facts.ts';
import type { Product, VariantImage } from '#domain/catalogue/product.ts';
import { eachOf } from '#domain/basics/each-of.ts';
import type { EditedProduct } from '#domain/contracts/staff-catalogue.ts';
import { verdictOf } from '../../catalogue/sale-text.ts';

/** A product before or after a release, at a moment. */
export interface Look {
  product: EditedProduct;
  /** Name of the category. */
  category: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Whether the regular price may be shown as the former price during a sale. */
  was: boolean;
}

/** Start of a sale, in ms; -Infinity if at once. */
function saleStart({ sale_from }: EditedProduct): number {
  return sale_from === '-infinity' ? -Infinity : Date.parse(sale_from);
}

function saleEnd({ sale_until }: EditedProduct): number {
  return sale_until === 'infinity' ? Infinity : Date.parse(sale_until);
}

function hasSale({ sale_price_pence, price_pence }: EditedProduct): boolean {
  return sale_price_pence > 0 && sale_price_pence < price_pence;
}

/** Start of a product's sale in ms, if after a moment; else null. */
export function laterSale(product: EditedProduct, after: number): number | null {
  const start = saleStart(product);
  return hasSale(product) && start > after && start < saleEnd(product) ? start : null;
}

/** Opening time of a product in ms, if after a moment; else null. */
export function laterOpening({ visible_from }: EditedProduct, after: number): number | null {
  const opens = visible_from === null ? -Infinity : Date.parse(visible_from);
  return opens > after ? opens : null;
}

/**
 * Whether the regular price may be shown beside the sale price after a release.
 * @param shop current product; undefined if new.
 * @param published publication time, in ms.
 */
export function wasAfter(
  shop: EditedProduct | undefined,
  after: EditedProduct,
  published: number,
): boolean {
  if (!shop || shop.price_pence !== after.price_pence) return false;
  const isSame =
    shop.sale_price_pence === after.sale_price_pence &&
    shop.sale_from === after.sale_from &&
    shop.sale_until === after.sale_until &&
    shop.visible_from === after.visible_from;
  if (isSame) return shop.was_is_lawful;
  return verdictOf(shop, after, published).may;
}

function saleAt(look: Look): Product['sale'] {
  const { product, at, was } = look;
  const [start, end] = [saleStart(product), saleEnd(product)];
  if (!hasSale(product) || at < start || at >= end) return null;
  return {
    regular: product.price_pence / 100,
    was,
    from: start === -Infinity ? null : product.sale_from,
    until: end === Infinity ? null : product.sale_until,
  };
}

/** Pictures in the shop's order (listing.sql): the one worn comes second, unless it is the main picture. */
function wornSecond(images: readonly VariantImage[]): VariantImage[] {
  const [main, ...others] = images;
  return main
    ? [main, ...others.toSorted((one, other) => Number(other.worn) - Number(one.worn))]
    : [];
}

/** A product as the shop's components take it. Colour ids are positions, from 1. */
export function shopProduct(look: Look): Product {
  const { product, category, at } = look;
  const sale = saleAt(look);
  const { origin_country } = product;
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    ...eachOf(listedFacts, (fact) => product[fact]),
    price: (sale ? product.sale_price_pence : product.price_pence) / 100,
    sale,
    category_name: category,
    attributes: {
      ...eachOf(pageTexts, (fact) => product[fact]),
      ...eachOf(numberFacts, (fact) => product[fact]),
      origin_country,
    },
    created_at: new Date(at).toISOString(),
    color_variants: product.colours
      .filter(({ archived }) => !archived)
      .map(({ color_name, hex, quantity, images, worn, film, alts }, index) => ({
        id: index + 1,
        color_name,
        hex,
        quantity,
        images: wornSecond(
          images.map((image, place) => ({
            image,
            alt: alts[place] ?? '',
            worn: image === worn,
            film: image === worn ? film : null,
          })),
        ),
      })),
  };
}
