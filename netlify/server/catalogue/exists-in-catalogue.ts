import { database, dataOf } from '../database.ts';
import { rowId } from '../fields.ts';

const tables = { product: 'products', category: 'categories' } as const;

/** Whether the text from an address is the id of a product or category. */
export async function existsInCatalogue(kind: keyof typeof tables, id: string): Promise<boolean> {
  if (!/^\d{1,15}$/.test(id)) return false;
  const { data: number } = rowId.safeParse(Number(id));
  if (!number) return false;
  const found = await database().from(tables[kind]).select('id').eq('id', number).maybeSingle();
  return dataOf(found) !== null;
}
