import { type FeedItem, feedItems } from '#domain/feeds/feed-item.ts';
import { productOfListed } from '#domain/catalogue/product-of-listed.ts';
import { dataOf, database } from '../database.ts';

/** The items of every feed, complete until a moment (ISO 8601); null for no end. */
export interface Feed<Item = FeedItem> {
  /** Makes each as it is taken. */
  items: () => Iterable<Item>;
  until: string | null;
}

/** Milliseconds: nobody waits, and a function may take a minute. Longer than the SQL's own `statement_timeout`. */
export const answerMs = 32_000;

/** Reads what all feeds are made of, at one moment. @param site origin of the links. */
export async function readFeed(site: URL): Promise<Feed> {
  const { until, products, attributes, tax_basis_points, delivery } = dataOf(
    await database(answerMs).rpc('feed_until'),
  );
  const context = { site, tax: tax_basis_points / 100, delivery };
  return {
    until,
    *items() {
      for (const listed of products) {
        const product = { ...productOfListed(listed), attributes: attributes[listed.id] };
        yield* feedItems(product, context);
      }
    },
  };
}
