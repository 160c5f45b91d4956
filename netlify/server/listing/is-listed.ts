import { database, dataOf } from '../database.ts';
import { rowNumber } from '../row-number.ts';

/** Whether an id from an address belongs to a category, or to a product that is not archived. */
export async function isListed(kind: 'product' | 'category', id: string): Promise<boolean> {
  const number = rowNumber(id);
  if (number === null) return false;
  const found =
    kind === 'category'
      ? database().from('categories').select('id').eq('id', number)
      : database().from('products').select('id').eq('id', number).is('archived_at', null);
  return dataOf(await found.maybeSingle()) !== null;
}
