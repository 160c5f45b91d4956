import { dataOf, database } from './database.ts';

/** Milliseconds for which an id above the newest one is refused unasked. */
const trustedMs = 1000;

type Table = 'products' | 'categories' | 'terms_versions';

/** The newest known id of each table, and when it was last read. Ids only grow. */
const newest = new Map<Table, { id: number; at: number }>();

async function readNewest(table: Table): Promise<void> {
  const at = Date.now();
  const last = database().from(table).select('id').order('id', { ascending: false }).limit(1);
  const [row] = dataOf(await last);
  newest.set(table, { id: row?.id ?? 0, at });
}

/**
 * Reads what belongs to an id from an address, unless the id is above the newest one: requests for made-up ids reach the
 * database once a second.
 * @param none result for an id above the newest one.
 * @param isShown whether a result shows that the id exists.
 */
export async function readById<Found>(
  table: Table,
  id: number,
  read: () => Promise<Found>,
  { none, isShown }: { none: Found; isShown: (found: Found) => boolean },
): Promise<Found> {
  const known = newest.get(table);
  const isAbove = id > (known?.id ?? 0);
  if (isAbove && known && Date.now() - known.at < trustedMs) return none;
  const found = await read();
  if (isAbove && !isShown(found)) await readNewest(table);
  return found;
}
