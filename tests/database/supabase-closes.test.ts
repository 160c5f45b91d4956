import { expect, onTestFinished, test, vi } from 'vitest';
import { startSupabase } from '#local/supabase.ts';
import { testKeys } from '#harness/test-keys.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import { eventually } from '../support/eventually.ts';

test('the Supabase server closes during a request whose client has disconnected', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const { sql } = database;
  const supabase = await startSupabase({ databaseUrl: database.url, port: 0, ...testKeys });
  const client = new AbortController();
  const closing = await sql.begin(async (transaction) => {
    await transaction`lock table categories`;
    const asked = fetch(`${supabase.url}/rest/v1/categories`, {
      headers: { apikey: testKeys.secretKey },
      signal: client.signal,
    });
    await eventually(async () => {
      const waiting = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      expect(waiting).toHaveLength(1);
    });
    client.abort();
    await expect(asked).rejects.toThrow('aborted');
    // Wrapped in an object, because a plain promise would be awaited within the transaction.
    return { closed: supabase.close() };
  });
  await closing.closed;
});

test('the Supabase server survives closed PostgreSQL connections, busy or idle', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const { sql } = database;
  const supabase = await startSupabase({ databaseUrl: database.url, port: 0, ...testKeys });
  onTestFinished(() => supabase.close());
  const read = async () => {
    const answer = await fetch(`${supabase.url}/rest/v1/categories`, {
      headers: { apikey: testKeys.secretKey },
    });
    await answer.text();
    return answer.status;
  };
  const endAll = () => sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and query not ilike '%lock table%' and pid <> pg_backend_pid()`;
  expect(await Promise.all([read(), read(), read()])).toEqual([200, 200, 200]);
  const works = () =>
    // The client notices a closed connection a moment later.
    vi.waitFor(async () => {
      expect(await Promise.all([read(), read(), read()])).toEqual([200, 200, 200]);
    });
  await endAll();
  await works();
  await sql.begin(async (transaction) => {
    await transaction`lock table categories`;
    const asked = Promise.all([read(), read(), read()]);
    await vi.waitFor(async () => {
      const waiting = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      expect(waiting).toHaveLength(3);
    });
    await endAll();
    expect(await asked).toEqual([500, 500, 500]);
  });
  await works();
});
