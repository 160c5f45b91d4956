import { anyCountryName } from '#domain/countries/any-country-name.ts';
import { countText } from '#domain/basics/count-text.ts';
import { londonText } from '#domain/basics/london-clock.ts';
import { CollectionRule } from '#domain/catalogue/collection-rule.ts';
import { type Focus, HeadingFocus } from '#domain/site-content/content-fields.ts';
import { ListingTile } from '#domain/site-content/listing-tile.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import {
  facts,
  factsByPart,
  factText,
  numberFacts,
  textFacts,
} from '#domain/catalogue/product-facts.ts';
import { eachOf } from '#domain/basics/each-of.ts';

const formFacts = factsByPart(textFacts).flatMap(([, ofPart]) => ofPart);

/** Display names of a release's fields, in the order of the forms of products and categories. */
const names: Readonly<Record<string, string>> = {
  kind: 'Kind',
  name: 'Name',
  price_pence: 'Price',
  category: 'Category',
  description: 'Description',
  intro: 'Text under the heading',
  picture: 'Picture',
  focus: 'Part in view of the picture',
  tile: 'Tile',
  in_menu: 'In the menu',
  rule: 'Rule',
  hex: 'Swatch',
  color_name: 'Colour',
  quantity: 'Stock',
  sku: 'SKU',
  gtin: 'GTIN',
  images: 'Pictures',
  worn: 'Picture worn',
  film: 'Film',
  alts: 'Alt texts',
  position: 'Position among the colours',
  ...eachOf(formFacts, (fact) => facts[fact].label),
  origin_country: 'Made in',
  ...eachOf(numberFacts, (fact) => facts[fact].label),
  hs_code: 'Commodity code',
  search_title: 'Title for search engines',
  search_description: 'Description for search engines',
  share_picture: 'Picture of shared links',
  sale_price_pence: 'Sale price',
  sale_from: 'Sale from',
  sale_until: 'Sale until',
  visible_from: 'Visible from',
  slug: 'Slug',
  archived: 'In the shop',
  created_at: 'Added',
};

const order = Object.keys(names);

/** A field's place in its form. */
export function fieldPlace(field: string): number {
  const place = order.indexOf(field);
  return place === -1 ? order.length : place;
}

/** Display name of a field. */
export function fieldName(field: string): string {
  return names[field] ?? field.replaceAll('_', ' ');
}

function dayText(moment: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/London',
  }).format(new Date(moment));
}

const texts: Readonly<Record<string, (value: string | number | boolean) => string>> = {
  price_pence: (value) => formatPounds(pence(Number(value))),
  sale_price_pence: (value) => (value === 0 ? 'none' : formatPounds(pence(Number(value)))),
  ...eachOf(numberFacts, (fact) => (value) => factText(fact, Number(value))),
  origin_country: (value) => anyCountryName(String(value)),
  created_at: (value) => dayText(String(value)),
  visible_from: (value) => londonText(String(value)),
  sale_from: (value) => (value === '-infinity' ? 'at once' : londonText(String(value))),
  sale_until: (value) => (value === 'infinity' ? 'no end' : londonText(String(value))),
  archived: (value) => (value === true ? 'archived' : 'on sale'),
  in_menu: (value) => (value === true ? 'yes' : 'no'),
};

/** A collection's rule in words. */
function ruleText(value: unknown): string {
  const { data } = CollectionRule.safeParse(value);
  if (!data) return '';
  const { categories, price_under, price_over, on_sale, newest } = data;
  return [
    categories && `in ${categories.join(', ')}`,
    price_under !== undefined && `under ${formatPounds(pence(price_under))}`,
    price_over !== undefined && `over ${formatPounds(pence(price_over))}`,
    on_sale && 'price reduced',
    newest !== undefined && `the newest ${newest}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** A listing's tile in words. */
function tileText(value: unknown): string {
  const { data } = ListingTile.safeParse(value);
  return data ? [data.alt, data.caption, data.link].filter(Boolean).join('; ') : '';
}

function pointText({ x, y }: Focus): string {
  return `from the left ${x}%, from the top ${y}%`;
}

/** Focal points of a heading's picture in words. */
function focusText(value: unknown): string {
  const { data } = HeadingFocus.safeParse(value);
  return data ? `wide screens: ${pointText(data.wide)}; phones: ${pointText(data.phone)}` : '';
}

/** Display text of a field's value; `''` if empty. */
export function fieldText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (field === 'images' && Array.isArray(value)) return countText(value.length, 'picture');
  if (Array.isArray(value)) return value.filter((one) => one !== '').join(' | ');
  if (field === 'rule') return ruleText(value);
  if (field === 'tile') return tileText(value);
  if (field === 'focus') return focusText(value);
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    return '';
  return texts[field]?.(value) ?? String(value);
}
