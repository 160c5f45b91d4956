import { database, dataOf } from '../database.ts';
import { rowId } from '../fields.ts';

/** Whether the text from an address is the id of a category, or of a product that is not archived. */
export async function existsInCatalogue(
  kind: 'product' | 'category',
  id: string,
): Promise<boolean> {
  if (!/^\d{1,15}$/.test(id)) return false;
  const { data: number } = rowId.safeParse(Number(id));
  if (!number) return false;
  const found =
    kind === 'category'
      ? database().from('categories').select('id').eq('id', number)
      : database().from('products').select('id').eq('id', number).is('archived_at', null);
  return dataOf(await found.maybeSingle()) !== null;
}
