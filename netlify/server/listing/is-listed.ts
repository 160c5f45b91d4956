import { database, dataOf } from '../database.ts';
import { rowNumber } from '../row-number.ts';

/**
 * Whether shoppers have a page for an id from an address, of a category or of a product, and until when
 * that holds (ISO 8601; null for no end).
 */
export async function isListed(
  kind: 'product' | 'category',
  id: string,
): Promise<{ listed: boolean; until: string | null }> {
  const number = rowNumber(id);
  if (number === null) return { listed: false, until: null };
  const asked = kind === 'category' ? { p_category: number } : { p_product: number };
  return dataOf(await database().rpc('address_until', asked));
}
