import { database, dataOf } from '../database.ts';
import { readById } from '../newest-ids.ts';
import { rowNumber } from '#domain/basics/row-number.ts';

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
  const none = { listed: false, collection: null, until: null };
  if (number === null) return none;
  const read = async () => dataOf(await database().rpc('address_until', { p_category: number }));
  return readById<Listed>('categories', number, read, { none, isShown: ({ listed }) => listed });
}
