import { expect, test } from 'vitest';
import { openDatabase } from '../support/open-database.ts';

const { sql } = await openDatabase(1);

/** Updates and deletes in a function's body, each up to the end of its statement or CTE. */
function changesIn(body: string): string[] {
  const code = body.replaceAll(/--.*$/gm, '');
  return code.match(/\b(?:update|delete\s+from)\s+public\.[^;]*?(?=;|\breturning\b|$)/gi) ?? [];
}

test('every update and delete has a where clause, as hosted projects require (safeupdate)', async () => {
  const functions = await sql<{ name: string; body: string }[]>`
    select proname as name, prosrc as body from pg_proc
    where pronamespace = 'public'::regnamespace`;
  const changes = functions.flatMap(({ name, body }) =>
    changesIn(body).map((change) => ({ name, change })),
  );
  expect(changes.length).toBeGreaterThan(20);
  expect(changes.filter(({ change }) => !/\bwhere\b/i.test(change))).toEqual([]);
});
