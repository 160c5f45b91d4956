import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts';

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase(1);
});
afterAll(() => database.drop());

/** Updates and deletes in a function's body, each up to the end of its statement or CTE. */
function changesIn(body: string): string[] {
  const code = body.replaceAll(/--.*$/gm, '');
  return code.match(/\b(?:update|delete\s+from)\s+public\.[^;]*?(?=;|\breturning\b|$)/gi) ?? [];
}

test('every update and delete has a where clause, as hosted projects require (safeupdate)', async () => {
  const functions = await database.sql<{ name: string; body: string }[]>`
    select proname as name, prosrc as body from pg_proc
    where pronamespace = 'public'::regnamespace`;
  const changes = functions.flatMap(({ name, body }) =>
    changesIn(body).map((change) => ({ name, change })),
  );
  expect(changes.length).toBeGreaterThan(20);
  expect(changes.filter(({ change }) => !/\bwhere\b/i.test(change))).toEqual([]);
});
