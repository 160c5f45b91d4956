import { afterAll, describe, expect, test } from 'vitest';
import { routinesOf, type Table, tablesOf } from '../support/shop-schema.ts';
import { type ApiCaller, startTwoShoppers } from '../support/two-shoppers.ts';

// Tables are read from the database, so new ones are covered automatically.
const shop = await startTwoShoppers();
const { sql } = shop.database;
const tables = await tablesOf(shop.database);
const routines = await routinesOf(shop.database);
afterAll(() => shop.close());

const catalogue = new Set([
  'categories',
  'products',
  'sale_prices',
  'product_order',
  'color_variants',
  'variant_images',
  'tax_settings',
  'zone_tax_rates',
  'shipping_rates',
  'country_duties',
  'site_content',
  'own_pages',
  'redirects',
  // Without product_reviews and their photos: those here are hidden.
  'hidden_reviews',
]);

/** SQL condition for a shopper's own rows, with their id as `$1`. Other tables have none. */
const own: Record<string, string> = {
  profiles: 'user_id = $1',
  billing_infos: 'user_id = $1',
  payments: 'user_id = $1',
  orders: 'user_id = $1',
  order_items: 'order_id in (select id from orders where user_id = $1)',
};

/** A response of the API: rows, or an error with its code. */
type Answer = { status: number; body: unknown };

async function ask(
  { headers }: ApiCaller,
  method: string,
  path: string,
  json?: unknown,
  more: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${shop.url}${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json', ...more },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: /^[[{]/.test(text) ? JSON.parse(text) : null };
}

const denied = { body: expect.objectContaining({ code: '42501' }) };

/** Sorted keys of the rows visible to a caller. */
async function visibleTo({ id }: ApiCaller, { name, key }: Table): Promise<string[]> {
  const owned = id === null ? undefined : own[name];
  const condition = catalogue.has(name) ? 'true' : (owned ?? 'false');
  const columns = key.map((column) => `"${column}"::text`).join(", ' ', ");
  const rows = await sql.unsafe<{ key: string }[]>(
    `select concat(${columns}) as key from "${name}" where ${condition}`,
    owned ? [id] : [],
  );
  return rows.map((row) => row.key).toSorted();
}

/** All rows of a table, with the system columns that change on every write. */
async function versionsOf({ name }: Table): Promise<string[]> {
  const rows = await sql.unsafe<{ row: string }[]>(
    `select concat(xmin, ' ', ctid, ' ', t) as row from "${name}" t order by 1`,
  );
  return rows.map(({ row }) => row);
}

/** A row of a table, the caller's own if they have one. */
async function rowOf({ id }: ApiCaller, { name, key, settable }: Table) {
  const owned = id === null ? undefined : own[name];
  const columns = [...new Set([...key, settable])].map((column) => `"${column}"::text`).join();
  const [row] = await sql.unsafe<Record<string, string>[]>(
    `select ${columns} from "${name}" order by case when ${owned ?? 'true'} then 0 else 1 end limit 1`,
    owned ? [id] : [],
  );
  return row;
}

/** URL of one row. */
function addressOf({ name, key }: Table, row: Record<string, string> = {}): string {
  const filter = key.map((column) => `${column}=eq.${encodeURIComponent(row[column] ?? '')}`);
  return `/rest/v1/${name}?${filter.join('&')}`;
}

/** Answers to a caller who writes directly at the API, and the table's rows before and after. */
async function writesBy(caller: ApiCaller, table: Table) {
  const address = `/rest/v1/${table.name}`;
  const before = await versionsOf(table);
  // Permissions are checked before the row's validity.
  const nothing = { [table.settable]: null };
  const inserted = await ask(caller, 'POST', address, nothing);
  const merge = { prefer: 'resolution=merge-duplicates' };
  const merged = await ask(caller, 'POST', address, nothing, merge);
  const row = await rowOf(caller, table);
  const value = { [table.settable]: row?.[table.settable] };
  const changed = await ask(caller, 'PATCH', addressOf(table, row), value);
  const deleted = await ask(caller, 'DELETE', addressOf(table, row));
  return { before, inserted, merged, changed, deleted, after: await versionsOf(table) };
}

/** Every write is refused, or matches no row; no constraint is checked first. */
function nothingWritten(before: readonly string[]) {
  const noRow = { status: expect.toBeOneOf([204, 401, 403]) };
  return { inserted: denied, merged: denied, changed: noRow, deleted: noRow, after: before };
}

describe.each(tables)('the table $name', (table) => {
  test('has rows in this test, so that reading it is meaningful', async () => {
    expect(table.key).not.toEqual([]);
    expect(await versionsOf(table)).not.toEqual([]);
  });

  test.each<[string, ApiCaller]>([
    ['anyone', shop.anyone],
    ['a shopper', shop.shopper],
    ['a guest', shop.guest],
  ])('directly at the API, %s sees only public rows and the shopper’s own', async (_, caller) => {
    const { body } = await ask(caller, 'GET', `/rest/v1/${table.name}?limit=1000`);
    const rows: Record<string, unknown>[] = Array.isArray(body) ? body : [];
    const seen = rows.map((row) => table.key.map((column) => String(row[column])).join(' '));
    expect(seen.toSorted()).toEqual(await visibleTo(caller, table));
  });

  test('directly at the API, a shopper cannot insert, change or delete a row', async () => {
    const writes = await writesBy(shop.shopper, table);
    expect(writes).toMatchObject(nothingWritten(writes.before));
  });
});

// privileges.test.ts covers every table: the API has only the privileges of their two roles.
describe.each<[string, ApiCaller]>([
  ['anyone', shop.anyone],
  ['a guest', shop.guest],
])('directly at the API, %s', (_name, caller) => {
  test.each(tables.filter(({ name }) => name in own || name === 'products'))(
    'cannot insert, change or delete a row of $name',
    async (table) => {
      const writes = await writesBy(caller, table);
      expect(writes).toMatchObject(nothingWritten(writes.before));
    },
  );
});

describe.each<[string, ApiCaller]>([
  ['anyone', shop.anyone],
  ['a shopper', shop.shopper],
])('directly at the API, %s', (_name, caller) => {
  // privileges.test.ts covers every function. These are a shopper's, an employee's, a job's and a public one.
  test.each(['save_billing_info', 'staff_order', 'take_due_jobs', 'product_listing'])(
    'does not call %s',
    async (called) => {
      const routine = routines.find(({ name }) => name === called);
      if (!routine) throw new Error(`There is no ${called}`);
      const nothing = Object.fromEntries(routine.args.map((arg) => [arg, null]));
      expect(await ask(caller, 'POST', `/rest/v1/rpc/${called}`, nothing)).toMatchObject(denied);
    },
  );

  test('cannot call a function for triggers', async () => {
    const trigger = routines.find(({ isTrigger }) => isTrigger);
    const { status } = await ask(caller, 'POST', `/rest/v1/rpc/${trigger?.name}`, {});
    expect(trigger).toBeDefined();
    expect(status).toBeGreaterThanOrEqual(400);
  });

  test.each([
    'version',
    'current_setting',
    'set_config',
    'pg_sleep',
    'pg_read_file',
    'query_to_xml',
  ])('cannot call PostgreSQL’s %s', async (name) => {
    expect(await ask(caller, 'POST', `/rest/v1/rpc/${name}`, {})).toMatchObject({ status: 404 });
  });

  test.each(['auth', 'pg_catalog', 'information_schema', 'supabase_migrations', 'storage'])(
    'cannot access the schema %s',
    async (schema) => {
      const name = schema === 'auth' ? 'users' : 'pg_class';
      const { status } = await ask(caller, 'GET', `/rest/v1/${name}`, undefined, {
        'accept-profile': schema,
      });
      expect(status).toBe(406);
    },
  );

  test('sees no more by embedding from a readable table', async () => {
    const select = 'id,checkout_lines(*),stock_holds(*),order_items(*,orders(*,payments(*)))';
    const { body } = await ask(caller, 'GET', `/rest/v1/color_variants?select=${select}`);
    const text = JSON.stringify(body);
    const others = await sql<{ id: string }[]>`
      select user_id as id from profiles where user_id is distinct from ${caller.id}
      union select id from checkouts where user_id is distinct from ${caller.id}`;
    for (const { id } of others) expect(text).not.toContain(id);
  });

  test.each([
    ['GET', '/auth/v1/admin/users'],
    ['POST', '/auth/v1/admin/users'],
    ['POST', '/auth/v1/admin/generate_link'],
    ['POST', '/auth/v1/invite'],
  ])('%s %s is not available to them', async (method, path) => {
    const json = { email: 'made@example.com', password: 'long enough', role: 'service_role' };
    const { body } = await ask(caller, method, path, method === 'POST' ? json : undefined);
    // The local stack responds to unknown paths with an HTML page.
    const refusal: unknown = body ?? { error_code: 'a page' };
    expect(refusal).toMatchObject({ error_code: expect.any(String) });
    const made = await sql`select from auth.users where email = 'made@example.com'`;
    expect(made).toHaveLength(0);
  });
});

test('Supabase Auth shows a shopper only themselves, and grants no higher role', async () => {
  expect(await ask(shop.anyone, 'GET', '/auth/v1/user')).toMatchObject({ status: 401 });
  const { id } = shop.shopper;
  expect(await ask(shop.shopper, 'GET', '/auth/v1/user')).toMatchObject({ body: { id } });
  await ask(shop.shopper, 'PUT', '/auth/v1/user', {
    role: 'service_role',
    aud: 'service_role',
    app_metadata: { role: 'service_role' },
    data: { role: 'service_role', username: 'stranger' },
  });
  const [user] = await sql`
    select u.role, u.aud, u.raw_app_meta_data ->> 'role' as meta, p.username
    from auth.users u join profiles p on p.user_id = u.id where u.id = ${id}`;
  expect(user).toEqual({
    role: 'authenticated',
    aud: 'authenticated',
    meta: null,
    username: 'ada',
  });
});
