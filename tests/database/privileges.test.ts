import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { refillSchema } from '#local/bare-schema.ts';
import { migrations } from '#local/migrations.ts';
import { openDatabase } from '../support/open-database.ts';

const { shop, sql } = await openDatabase();

beforeAll(async () => {
  await refillSchema(sql, migrations());
  await sql`insert into categories (slug, name) values ('hats', 'Hats')`;
});

const catalogue = [
  'categories',
  'products',
  'color_variants',
  'variant_images',
  'sale_prices',
  'product_order',
  'tax_settings',
  'zone_tax_rates',
  'shipping_rates',
  'country_duties',
  'site_content',
  'own_pages',
  'redirects',
  'product_reviews',
  'hidden_reviews',
  'review_photos',
  // Views of the tables above.
  'listed_products',
  'collection_products',
  'listed_categories',
  'product_attributes',
  'built_products',
  'running_sales',
  'zone_taxes',
  'current_tax',
  'published_reviews',
  'reviewed_products',
  'review_totals',
];
const ownTables = ['profiles', 'billing_infos', 'payments', 'orders'];

/** Privileges of a role, by table. */
async function privilegesOf(role: string): Promise<Record<string, string>> {
  const rows = await sql<{ table: string; privileges: string[] }[]>`
    select c.relname as table, array(
      select privilege
      from unnest(array['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) privilege
      where has_any_column_privilege(${role}, c.oid, privilege)
      union all
      select privilege from unnest(array['DELETE', 'TRUNCATE', 'TRIGGER', 'MAINTAIN']) privilege
      where has_table_privilege(${role}, c.oid, privilege)) as privileges
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`;
  return Object.fromEntries(
    rows
      .filter(({ privileges }) => privileges.length > 0)
      .map(({ table, privileges }) => [table, privileges.join()]),
  );
}

function readingOnly(tables: readonly string[]): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, 'SELECT']));
}

test('everyone may read the catalogue and nothing else', async () => {
  expect(await privilegesOf('anon')).toEqual(readingOnly(catalogue));
});

test('shoppers may read the catalogue and their own rows, and write nothing', async () => {
  const readable = readingOnly([...catalogue, ...ownTables, 'order_items']);
  expect(await privilegesOf('authenticated')).toEqual(readable);
});

test('only the shop reads the commodity code, a product’s release and whose a review is', async () => {
  const hidden = await sql<{ column: string }[]>`
    select concat_ws('.', relname, attname) as column
    from pg_attribute join pg_class c on c.oid = attrelid
    where relname in ('products', 'product_reviews', 'hidden_reviews', 'review_photos')
      and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      and not has_column_privilege('anon', attrelid, attnum, 'select')
      and not has_column_privilege('authenticated', attrelid, attnum, 'select') order by 1`;
  expect(hidden.map(({ column }) => column)).toEqual([
    'hidden_reviews.hidden_at',
    'hidden_reviews.revision',
    'hidden_reviews.staff_id',
    'hidden_reviews.words',
    'product_reviews.answered_by',
    'product_reviews.order_id',
    'product_reviews.revision',
    'products.comes_with',
    'products.hs_code',
  ]);
});

test('only the shop’s Netlify Functions may call its database functions', async () => {
  const open = await sql`
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace
      and (has_function_privilege('anon', oid, 'execute')
        or has_function_privilege('authenticated', oid, 'execute')
        or not has_function_privilege('service_role', oid, 'execute'))`;
  expect([...open]).toEqual([]);
});

test('only the functions’ key may read or advance a sequence', async () => {
  const open = await sql`
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S'
      and (has_sequence_privilege('anon', oid, 'usage, select, update')
        or has_sequence_privilege('authenticated', oid, 'usage, select, update'))`;
  expect([...open]).toEqual([]);
});

test('every table has Row Level Security on', async () => {
  const tables = await sql<{ relname: string; relrowsecurity: boolean }[]>`
    select relname, relrowsecurity from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
  expect(tables.length).toBeGreaterThan(15);
  expect(tables.filter(({ relrowsecurity }) => !relrowsecurity)).toEqual([]);
});

test('only the functions’ key may look for violations', async () => {
  const [may] = await sql`
    select has_schema_privilege('anon', 'invariants', 'usage') as anon,
      has_schema_privilege('authenticated', 'invariants', 'usage') as shopper,
      has_schema_privilege('service_role', 'invariants', 'usage') as key`;
  expect(may).toEqual({ anon: false, shopper: false, key: true });
  await sql.begin(async (transaction) => {
    await transaction`set local role service_role`;
    expect([...(await transaction`select * from violations()`)]).toEqual([]);
  });
});

test('not even the functions’ key writes a draw, or reads who has entered one', async () => {
  const held = await privilegesOf('service_role');
  const draws = ['draws', 'draw_pieces', 'draw_places', 'draw_entries'];
  expect(
    draws.map((table) => held[table]?.replace(/,?(TRIGGER|REFERENCES|MAINTAIN)/g, '')),
  ).toEqual(['SELECT', 'SELECT', 'SELECT', undefined]);
  const acts = [
    'select * from draw_entries',
    'insert into draw_entries (draw_id, variant_id) select draw_id, variant_id from draw_pieces',
    'delete from draw_entries where confirmed_at is not null',
    "update draws set closes_at = closes_at + interval '1 day' where true",
    'insert into draw_places (entry_id) values (gen_random_uuid())',
  ];
  for (const act of acts) {
    const tried = sql.begin(async (transaction) => {
      await transaction`set local role service_role`;
      await transaction.unsafe(act);
    });
    await expect(tried).rejects.toThrow('permission denied');
  }
});

test('Row Level Security allows no writes, and no view bypasses it', async () => {
  const policies = await sql`
    select tablename, policyname, cmd from pg_policies where schemaname = 'public' and cmd <> 'SELECT'`;
  expect([...policies]).toEqual([]);
  // A materialised view stores what its owner could see.
  const views = await sql`
    select relname from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') and not coalesce((
      select option_value::boolean from pg_options_to_table(c.reloptions)
      where option_name = 'security_invoker'), false)`;
  expect([...views]).toEqual([]);
});

test('only the owner can create tables or functions, and every function has an empty search path', async () => {
  const [may] = await sql`
    select has_schema_privilege('anon', 'public', 'create') as anon,
           has_schema_privilege('authenticated', 'public', 'create') as shopper`;
  expect(may).toEqual({ anon: false, shopper: false });
  const open = await sql`
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace
      and not coalesce(proconfig @> array['search_path=""'], false)`;
  expect([...open]).toEqual([]);
});

test('only functions that must read accounts, entries of draws or the migration history are security definer', async () => {
  const definers = await sql<{ proname: string }[]>`
    select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
    order by proname`;
  expect(definers.map(({ proname }) => proname)).toEqual([
    'account_email',
    'account_of_email',
    'address_confirmed',
    'applied_migrations',
    'begin_password_reset',
    'claim_draw_piece',
    'close_account',
    'confirm_draw_entry',
    'create_profile',
    'customers_found',
    'draw_entry',
    'draw_record',
    'end_logins',
    'enter_draw',
    'export_account',
    'export_person',
    'forget_draw_entries',
    'guard_session',
    'guard_user',
    'is_drawn_twice',
    'is_guest',
    'last_login_of',
    'leave_draw',
    'login_email',
    'login_is_fresh',
    'offer_drawn_pieces',
    'owe_login_code',
    'prove_address',
    'prune_guests',
    'prune_personal_data',
    'record_draw_seed',
    'remove_second_factor',
    'require_session',
    'seal_draws',
    'second_factor_given',
    'second_factor_of',
    'settle_drawn_piece',
    'staff_cancel_draw',
    'staff_draw',
    'staff_plan_draw',
    'try_login_code',
    'users_amiss',
  ]);
});

/** Rows of a table visible to a logged-in user. */
async function seenBy(user: string, table: string) {
  return sql.begin(async (transaction) => {
    const claims = JSON.stringify({ sub: user, role: 'authenticated' });
    await transaction`select set_config('request.jwt.claims', ${claims}, true)`;
    await transaction`select set_config('request.jwt.claim.sub', ${user}, true)`;
    await transaction.unsafe('set local role authenticated');
    return transaction`select * from ${transaction(table)}`;
  });
}

describe('Row Level Security', () => {
  let shopper: string;

  beforeAll(async () => {
    const sku = await shop.newSku(10);
    const buyers = [await shop.newShopper(), await shop.newShopper()];
    for (const buyer of buyers) {
      const { checkout_id } = await shop.open(buyer, [{ sku, quantity: 1 }]);
      await shop.complete(checkout_id);
    }
    shopper = buyers[0] ?? '';
  });

  test.each(ownTables)('shows a shopper only their own row of %s', async (table) => {
    const rows = await seenBy(shopper, table);
    expect(rows.map((row) => row['user_id'])).toEqual([shopper]);
  });

  test.each([...ownTables, 'order_items'])('shows a new shopper nothing of %s', async (table) => {
    expect([...(await seenBy(randomUUID(), table))]).toEqual([]);
  });
});
