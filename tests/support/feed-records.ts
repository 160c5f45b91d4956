import { parse } from 'csv-parse/sync';
import { textsOf, xmlOf } from './xml-document.ts';

/** Addresses of all product feeds. */
export const feedAddresses = [
  '/merchant-feed.xml',
  '/feeds/meta.csv',
  '/feeds/pinterest.csv',
  '/feeds/tiktok.csv',
] as const;

/** The functions' own path of an address. */
export const feedFunction = (address: string) => `/.netlify/functions/feeds${address}`;

/** An item of a feed by its fields; a repeated one has its texts joined by commas. */
export type FeedRecord = Readonly<Record<string, string>>;

function googleRecords(text: string): FeedRecord[] {
  const items = xmlOf(text)
    .children.flatMap(({ children }) => children)
    .filter(({ name }) => name === 'item');
  return items.map((item) => {
    const names = new Set(item.children.map(({ name }) => name));
    return Object.fromEntries([...names].map((name) => [name, textsOf(item, name).join(',')]));
  });
}

/**
 * The items of a feed.
 * @throws Error if it is not well-formed XML or CSV of RFC 4180.
 */
export function feedRecords(text: string): FeedRecord[] {
  if (text.startsWith('<')) return googleRecords(text);
  return parse(text, { columns: true, record_delimiter: '\r\n' });
}

/** The id of an item, under either name. */
export const idOf = (record: FeedRecord) => record['id'] ?? record['sku_id'] ?? '';
