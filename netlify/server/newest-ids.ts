import { dataOf, database } from './database.ts';
import { HttpError } from './http-error.ts';
import { requestMessages } from './messages/requests.ts';

/** Reads of a table's newest id within a second, in one process. */
const mostReads = 10;

type Table = 'products' | 'categories' | 'terms_versions';

interface Newest {
  /** The newest known id. Ids only grow. */
  id: number;
  /** Second since 1970 of the latest read. */
  second: number;
  /** Reads in that second. */
  reads: number;
}

const newest = new Map<Table, Newest>();

/** Reads a table's newest id. @throws HttpError 429 after too many reads in a second. */
async function readNewest(table: Table): Promise<number> {
  const known = newest.get(table) ?? { id: 0, second: 0, reads: 0 };
  newest.set(table, known);
  const second = Math.floor(Date.now() / 1000);
  known.reads = known.second === second ? known.reads + 1 : 1;
  known.second = second;
  if (known.reads > mostReads) {
    throw new HttpError(429, requestMessages.tooManyAttempts('1 second'), { 'Retry-After': '1' });
  }
  const last = database().from(table).select('id').order('id', { ascending: false }).limit(1);
  const [row] = dataOf(await last);
  known.id = Math.max(known.id, row?.id ?? 0);
  return known.id;
}

/**
 * Reads what belongs to an id from an address. An id above the newest known one costs a look at the newest id first, so
 * that made-up ids cost no more, and a new id is found at once.
 * @param none result for an id above the newest one.
 * @param isShown whether a result shows that the id exists.
 * @throws HttpError 429 for an id above the newest known one, after too many of them: nobody has looked, so it must not
 *   be called missing.
 */
export async function readById<Found>(
  table: Table,
  id: number,
  read: () => Promise<Found>,
  { none, isShown }: { none: Found; isShown: (found: Found) => boolean },
): Promise<Found> {
  const known = newest.get(table);
  if (known && id > known.id && id > (await readNewest(table))) return none;
  const found = await read();
  if (!known && !isShown(found)) await readNewest(table);
  return found;
}
