import { anyCountryName } from '../countries/any-country-name.ts';
import { pence, poundsText } from '../money/money.ts';
import { factNames, facts, factText } from '../catalogue/product-facts.ts';
import { HANDLING_DAYS } from '../catalogue/promises.ts';
import { feedFields, type FeedStyle } from './feed-fields.ts';
import type { FeedDelivery, FeedItem } from './feed-item.ts';
import { summaryOf } from '../basics/meta-description.ts';
import { textElement } from '../basics/xml.ts';

/** Google's limits and spellings: https://support.google.com/merchants/answer/7052112 */
const google: FeedStyle = {
  title: 150,
  description: 5000,
  color: 100,
  productType: 750,
  pictures: 10,
  picture: (path, site) => new URL(path, site).href,
  // https://support.google.com/merchants/answer/6324448
  availability: ['in_stock', 'out_of_stock'],
  // https://support.google.com/merchants/answer/6324460
  utc: 'Z',
  category: 'id',
};

/** Characters of each of a product's colours: https://support.google.com/merchants/answer/6324487 */
const longestColour = 40;

/** Up to three colours, main one first, in Google's notation: "Smoke / Black" is two colours. */
function googleColour(name: string): string {
  const colours = name.split('/').map((colour) => summaryOf(colour, longestColour));
  return colours
    .filter((colour) => colour !== '')
    .slice(0, 3)
    .join('/');
}

function shipping(rate: FeedDelivery): string {
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

function details({ product }: FeedItem): string[] {
  const { origin_country } = product.attributes ?? {};
  const told = { ...product, ...product.attributes };
  const found = factNames.flatMap((fact) => {
    const value = told[fact];
    const { label, google: element } = facts[fact];
    return value && element === undefined ? productDetail(label, factText(fact, value)) : [];
  });
  if (origin_country)
    found.push(productDetail('Country of origin', anyCountryName(origin_country)));
  return found;
}

/** An item as an `<item>` of Google's feed, which is RSS 2.0 with elements of its own. */
export function googleItem(item: FeedItem): string {
  const fields = new Map(feedFields(item, google));
  if (item.colour !== '') fields.set('color', [googleColour(item.colour)]);
  return [
    '<item>',
    ...[...fields].flatMap(([name, texts]) => texts.map((text) => textElement(`g:${name}`, text))),
    ...details(item),
    ...(item.delivery ? [shipping(item.delivery)] : []),
    '</item>',
  ].join('');
}
