import { database, dataOf } from '../database.ts';
import { rowNumber } from '#domain/row-number.ts';
import type { LeftProduct } from './left-product.ts';

/** Answer to whether a page exists at an address. */
interface Listed {
  /** Whether shoppers have a page there. */
  listed: boolean;
  /** Name of the collection there. */
  collection: string | null;
  /** A product that once had a page there. */
  left: LeftProduct | null;
  /** Valid until (ISO 8601); null for no end. */
  until: string | null;
}

/** Looks up the id of a category or product in an address. */
export async function isListed(kind: 'product' | 'category', id: string): Promise<Listed> {
  const number = rowNumber(id);
  if (number === null) return { listed: false, collection: null, left: null, until: null };
  const asked = kind === 'category' ? { p_category: number } : { p_product: number };
  return dataOf(await database().rpc('address_until', asked));
}
