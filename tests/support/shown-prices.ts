import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { pence } from '#domain/money/money.ts';
import { readSearchFile } from '#domain/search/search-file.ts';
import {
  attributeOf,
  type Element,
  elementsIn,
  elementWith,
  parsePage,
} from '#server/html/element-tree.ts';
import { feedRecords, idOf } from './feed-records.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** A price in a file of the built site or in a feed, as written. */
interface ShownPrice {
  /** Kind of place: "card", "page", "search", "feed" … */
  place: string;
  /** File name, for failure messages. */
  file: string;
  product: number;
  /** Null if it applies to all colours of the product. */
  colour: number | null;
  text: string;
}

/** All text below a node, with white space collapsed. */
function textIn(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textIn).join(' ') : '';
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function cardPrices(file: string, elements: readonly Element[]): ShownPrice[] {
  const cards = elements.filter((element) => attributeOf(element, 'data-card') !== undefined);
  return cards.flatMap((card) => {
    const button = elementWith(card, 'data-add');
    // The template card that the script fills has none.
    const colour = button && attributeOf(button, 'data-variant');
    if (!button || colour === undefined) return [];
    const parts = [elementWith(card, 'data-card-price'), elementWith(card, 'data-card-with-tax')];
    return {
      place: 'card',
      file,
      product: Number(attributeOf(button, 'data-product')),
      colour: Number(colour),
      text: plain(parts.map((part) => (part ? textIn(part) : '')).join(' ')),
    };
  });
}

interface Offer {
  sku: string;
  price: string;
  priceSpecification: { price: string };
}

function offersIn(elements: readonly Element[]): Offer[] {
  const graphs = elements.filter(
    (element) => attributeOf(element, 'type') === 'application/ld+json',
  );
  const found: Offer[] = [];
  for (const graph of graphs) {
    JSON.parse(textIn(graph), (_, value) => {
      if (value?.['@type'] === 'Product' && value.offers)
        found.push({ ...value.offers, sku: value.sku });
      return value;
    });
  }
  return found;
}

function pagePrices(file: string, elements: readonly Element[]): ShownPrice[] {
  const product = Number(/product-details\/(\d+)\//.exec(file)?.[1]);
  const ofProduct = { file, product, colour: null };
  const price = elements.find((element) => attributeOf(element, 'data-price') !== undefined);
  const meta = (name: string) => {
    const found = elements.find((element) => attributeOf(element, 'property') === name);
    return (found && attributeOf(found, 'content')) ?? '';
  };
  return [
    { ...ofProduct, place: 'page', text: plain(price ? textIn(price) : '') },
    { ...ofProduct, place: 'open graph', text: meta('product:price:amount') },
    {
      ...ofProduct,
      place: 'share picture',
      text: meta('og:image:alt').replace(/^[^]*?, (?=£)/, ''),
    },
    ...offersIn(elements).flatMap(({ sku, price: amount, priceSpecification }) => {
      const colour = Number(sku.split('-')[1]);
      return [amount, priceSpecification.price].map((text) => ({
        place: 'structured data',
        file,
        product,
        colour,
        text,
      }));
    }),
  ];
}

function feedPrices([file, text]: readonly [address: string, text: string]): ShownPrice[] {
  return feedRecords(text).map((record) => {
    const [product = 0, colour = 0] = idOf(record).split('-').map(Number);
    const price = record['price']?.replace(/ GBP$/, '') ?? '';
    return { place: `feed ${file}`, file, product, colour, text: price };
  });
}

/** Price of each product in the search file, in pence. */
export function searchPrices(folder: string): Map<number, number> {
  const file: unknown = JSON.parse(readFileSync(path.join(folder, 'search.json'), 'utf8'));
  return new Map(readSearchFile(file).entries.map(({ id, price }) => [id, pence(price)]));
}

/** Every price in the files of a built site, and in feeds. */
function shownPrices(folder: string, feeds: ReadonlyMap<string, string>): ShownPrice[] {
  const files = globSync('**/index.html', { cwd: folder });
  const prices = [...feeds].flatMap(feedPrices);
  for (const file of files) {
    const elements = elementsIn(parsePage(readFileSync(path.join(folder, file), 'utf8')));
    if (file.startsWith('product-details/')) prices.push(...pagePrices(file, elements));
    prices.push(...cardPrices(file, elements));
  }
  return prices;
}

/** Tax rates in per cent that pages tell their scripts to add; 0 for none. */
export function taxesOfPages(folder: string): Set<number> {
  const files = globSync('**/index.html', { cwd: folder });
  return new Set(
    files.map((file) => {
      const html = readFileSync(path.join(folder, file), 'utf8');
      return Number(/<html[^>]* data-tax="([\d.]+)"/.exec(html)?.[1] ?? 0);
    }),
  );
}

/** Places that show the price with the total beside it; the others contain only the total. */
const worded = new Set(['card', 'page', 'share picture']);

const pounds = (amount: number) => (amount / 100).toFixed(2);
const shown = (amount: number) => `£${pounds(amount).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

interface PriceReport {
  /** Prices that differ from the search file's at the given tax. */
  differing: string[];
  /** Colours with a price, by kind of place; 0 for all of a product's. */
  colours: Map<string, Set<number | null>>;
  products: Map<string, Set<number>>;
}

/**
 * Compares every price in the files of a site and in its feeds.
 * @param feeds texts by address.
 * @param tax per cent added for a buyer in the United Kingdom; 0 if prices include tax.
 */
export function comparePrices(
  folder: string,
  feeds: ReadonlyMap<string, string>,
  tax: number,
): PriceReport {
  const inSearch = searchPrices(folder);
  const report: PriceReport = { differing: [], colours: new Map(), products: new Map() };
  for (const { place, file, product, colour, text } of shownPrices(folder, feeds)) {
    const price = inSearch.get(product) ?? 0;
    // Deliberately computed independently of the shop's code: half a penny rounded up.
    const paid = Math.floor((price * (10_000 + Math.round(tax * 100)) + 5000) / 10_000);
    const beside = place === 'share picture' ? ', ' : ' ';
    const inWords = tax > 0 ? `${shown(price)}${beside}${shown(paid)} with tax` : shown(price);
    const right = worded.has(place) ? inWords : pounds(paid);
    if (text !== right)
      report.differing.push(`${file}: ${place} ${product} says “${text}”, not “${right}”`);
    const colours = report.colours.get(place) ?? new Set();
    const products = report.products.get(place) ?? new Set();
    report.colours.set(place, colours.add(colour));
    report.products.set(place, products.add(product));
  }
  return report;
}
