import { z } from 'zod';
import { database, dataOf } from '../database.ts';
import { FailureText } from '../messages/release-failure.ts';

const Due = z
  .object({ release: z.uuid(), title: z.string(), failure: FailureText.nullable() })
  .nullable();

/** Outcome of a scheduled release; `failure` is null if it was published. */
type DueRelease = NonNullable<z.infer<typeof Due>>;

/** Half of Netlify's limit for a scheduled function; the next minute's run goes on. */
const enough = 15_000;
/** Milliseconds after which the last one is abandoned: a scheduled function ends after 30 s. */
const longest = 28_000;

/** Publishes the releases whose time has come, one after the other. */
export async function publishDueReleases(): Promise<DueRelease[]> {
  const until = Date.now() + enough;
  const end = Date.now() + longest;
  const all: DueRelease[] = [];
  while (Date.now() < until) {
    const due = Due.parse(dataOf(await database(end - Date.now()).rpc('publish_due_release')));
    if (due === null) break;
    all.push(due);
  }
  return all;
}
