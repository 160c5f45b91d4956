import { database, dataOf } from '../database.ts';
import { rowNumber } from '#domain/row-number.ts';

/** Answer to whether a listing exists at an address. */
interface Listed {
  /** Whether shoppers have a page there. */
  listed: boolean;
  /** Name of the collection there. */
  collection: string | null;
  /** Valid until (ISO 8601); null for no end. */
  until: string | null;
}

/** Looks up the id of a category or collection in an address. */
export async function isListed(id: string): Promise<Listed> {
  const number = rowNumber(id);
  if (number === null) return { listed: false, collection: null, until: null };
  return dataOf(await database().rpc('address_until', { p_category: number }));
}
