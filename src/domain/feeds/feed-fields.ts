import { company } from '#brand/company.ts';
import { factNames, facts, factText } from '../catalogue/product-facts.ts';
import type { FeedItem } from './feed-item.ts';
import { googleCategory, googleGender } from '#brand/google-category.ts';
import { summaryOf } from '../basics/meta-description.ts';

/** A platform's limits and spellings. */
export interface FeedStyle {
  /** Characters of its longest title, description, colour and own category. */
  title: number;
  /** Characters that it refuses in titles. */
  refused?: RegExp;
  description: number;
  color: number;
  productType: number;
  /** Most pictures besides the main one. */
  pictures: number;
  /** The absolute address of a picture in a format that it takes. */
  picture: (path: string, site: URL) => string;
  availability: readonly [inStock: string, soldOut: string];
  /** UTC in its times. */
  utc: 'Z' | '+00:00';
  category: 'id' | 'path';
}

/** Fields by their name in Google's format, whose names the other platforms share. */
export type FeedFields = ReadonlyMap<string, readonly string[]>;

/** A text on one line, without control characters. */
function lineOf(text: string, max: number): string {
  return summaryOf(text.replaceAll(/\p{Cc}/gu, ' '), max);
}

/**
 * Start and end of a sale to the minute, or nothing if it lacks one. The end is rounded down: no platform shows a price
 * that the shop no longer has.
 */
function saleTimes({ sale }: FeedItem, utc: FeedStyle['utc']): string[] {
  if (!sale?.from || !sale.until) return [];
  const [from, until] = [sale.from, sale.until].map((time) => time.toISOString().slice(0, 16));
  return from === until ? [] : [`${from}${utc}/${until}${utc}`];
}

/** The facts that have a field of their own. */
function factFields({ product }: FeedItem): [string, string[]][] {
  const told = { ...product, ...product.attributes };
  return factNames.flatMap((fact): [string, string[]][] => {
    const { google } = facts[fact];
    const value = told[fact];
    return google !== undefined && value ? [[google, [factText(fact, value)]]] : [];
  });
}

/**
 * An item's fields for a platform: the one place that maps the shop's data to them. The part number is the SKU,
 * since the brand is the shop's own.
 */
export function feedFields(item: FeedItem, style: FeedStyle): FeedFields {
  const { product, variant, sale } = item;
  const [picture = '', ...more] = item.pictures.map((path) => style.picture(path, item.site));
  const { sku, gtin } = product.attributes?.codes?.[variant.id] ?? {};
  const [inStock, soldOut] = style.availability;
  const title = style.refused ? item.title.replaceAll(style.refused, '') : item.title;
  return new Map<string, readonly string[]>([
    ['id', [item.id]],
    ['item_group_id', [String(product.id)]],
    ['title', [lineOf(title, style.title)]],
    ['description', [lineOf(item.description, style.description)]],
    ['link', [item.link]],
    ['image_link', [picture]],
    ['additional_image_link', more.slice(0, style.pictures)],
    ['availability', [variant.quantity > 0 ? inStock : soldOut]],
    ['price', [item.price]],
    ['sale_price', sale ? [sale.price] : []],
    ['sale_price_effective_date', saleTimes(item, style.utc)],
    ['brand', [company.brand]],
    ['gtin', gtin ? [gtin] : []],
    ['mpn', sku ? [sku] : []],
    ['condition', ['new']],
    ['color', item.colour === '' ? [] : [lineOf(item.colour, style.color)]],
    ...factFields(item),
    ['age_group', ['adult']],
    ['gender', [googleGender(product.category_name)]],
    ['google_product_category', [String(googleCategory(product.category_name)[style.category])]],
    ['product_type', [lineOf(product.category_name, style.productType)]],
  ]);
}
