import { globSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectFolder } from '#local/settings.ts';
import { baseline, schemaFiles } from '#local/baseline.ts';
import { owner, refillSchema } from '#local/bare-schema.ts';
import { migrations } from '#local/migrations.ts';
import { policyFault } from '#local/policy-statements.ts';
import { schemaChanges } from '#local/schema-changes.ts';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts';
import { differences, type SchemaSnapshot, schemaSnapshot } from '../support/schema-snapshot.ts';

let migrated: FreshDatabase;
let declared: FreshDatabase;
let declaration: SchemaSnapshot;

beforeAll(async () => {
  migrated = await freshDatabase(1);
  declared = await freshDatabase(1);
  await refillSchema(migrated.sql, migrations());
  await refillSchema(declared.sql, [{ sql: baseline() }]);
  declaration = await schemaSnapshot(declared.sql);
});
afterAll(async () => {
  await migrated.drop();
  await declared.drop();
});

test('the migrations produce what supabase/schemas declares', async () => {
  const [inMigrations, inSchemas] = differences(await schemaSnapshot(migrated.sql), declaration);
  expect(inMigrations, 'supabase/migrations (+) and supabase/schemas (-) differ').toEqual(
    inSchemas,
  );
});

test('the migrations run if Storage’s table accepts no policies of ours, and its bucket is private', async () => {
  const database = await freshDatabase(1);
  await database.sql`drop policy "photos of shoppers are for the secret key alone" on storage.objects`;
  await refillSchema(database.sql, migrations(), false);
  const buckets = await database.sql`
    select b.public, (select count(*)::int from pg_policies where schemaname = 'storage') as policies
    from storage.buckets b where id = 'return-photos'`;
  await database.drop();
  expect([...buckets]).toEqual([{ public: false, policies: 0 }]);
});

test('every schema file is executed', () => {
  const files = globSync('supabase/schemas/**/*.sql', { cwd: projectFolder });
  expect(schemaFiles().toSorted()).toEqual(files.toSorted());
});

/** A change missing from the migrations, and the names of the affected objects. */
const forgotten: [change: string, names: string[]][] = [
  ['create table extra ()', ['relation extra']],
  ['alter table products add column extra text', ['column products.extra']],
  ['alter table products alter column slug drop not null', ['column products.slug']],
  [
    'alter table products alter column description set default null',
    ['column products.description'],
  ],
  ['alter table products disable row level security', ['relation products']],
  ['grant select on checkouts to anon', ['relation checkouts']],
  ['grant update (name) on products to anon', ['column products.name']],
  ['grant execute on function tax_on to anon', ['function tax_on(bigint,integer)']],
  ['alter function tax_on volatile', ['function tax_on(bigint,integer)']],
  ['alter view current_tax reset (security_invoker)', ['relation current_tax']],
  [
    'alter table products drop constraint products_price_in_range',
    ['constraint products_price_in_range on products'],
  ],
  ['drop index products_newest', ['index products_newest']],
  ['drop trigger owe_order_mail on orders', ['trigger owe_order_mail on orders']],
  [
    'drop trigger create_profile_for_new_user on auth.users',
    ['trigger create_profile_for_new_user on auth.users'],
  ],
  [
    'alter policy "everyone reads the tax" on tax_settings to authenticated',
    ['policy "everyone reads the tax" on tax_settings'],
  ],
  [`alter type order_status add value 'sent'`, ['type order_status']],
  [`comment on column products.slug is 'x'`, ['comment on table column public.products.slug']],
  [
    `comment on constraint products_slug_key on products is 'x'`,
    ['comment on table constraint products_slug_key on public.products'],
  ],
  ['grant create on schema public to anon', ['grants in schema public']],
  [
    'alter default privileges for role shop_owner in schema public grant select on tables to anon',
    ['default privileges of shop_owner on r in public'],
  ],
];

test.each(forgotten)('detects that a migration lacks "%s"', async (change, names) => {
  const undo = new Error('undo');
  const found = migrated.sql.begin(async (sql) => {
    await sql.unsafe(change);
    const [ours, theirs] = differences(await schemaSnapshot(sql), declaration);
    expect([...new Set([...Object.keys(ours), ...Object.keys(theirs)])]).toEqual(
      expect.arrayContaining(names),
    );
    throw undo;
  });
  await expect(found).rejects.toBe(undo);
});

test('npm run migration writes what the migrations lack', async () => {
  await declared.sql.unsafe(`
    set role ${owner};
    alter table public.products add column lining text constraint lining_is_short check (length(lining) < 100);
    comment on column public.products.lining is 'Inner fabric.';
    grant select (lining) on public.products to anon;
    create policy "hats" on public.products for select to authenticated using (id < 0);
    reset role`);
  const { others, policies } = schemaChanges(migrated.url, declared.url);
  expect(others).toContain('lock_timeout');
  expect(policies).toContain('CREATE POLICY');
  for (const sql of [others, policies]) {
    expect(policyFault(sql ?? '')).toBe(false);
    await migrated.sql.unsafe(`set role ${owner}; ${sql}; reset role`);
  }
  const [inMigrations, inSchemas] = differences(
    await schemaSnapshot(migrated.sql),
    await schemaSnapshot(declared.sql),
  );
  expect(inMigrations).toEqual(inSchemas);
  expect(schemaChanges(migrated.url, declared.url)).toEqual({ others: null, policies: null });
});

/** PL/pgSQL that PostgreSQL takes elsewhere, refused here by `plpgsql.extra_errors`. */
const careless: [mistake: string, sql: string, error: RegExp][] = [
  [
    'a variable that hides another',
    `create function shadow(p_id bigint) returns bigint language plpgsql as $$
     declare p_id bigint := 1; begin return p_id; end $$`,
    /shadows/,
  ],
  [
    'a select that finds more rows than it takes',
    `do $$ declare v_id bigint; begin select id into v_id from public.products; end $$`,
    /more than one row/,
  ],
  [
    'a select of more columns than variables',
    `do $$ declare v_id bigint; begin select 1, 2 into v_id; end $$`,
    /source and target/,
  ],
];

test.each(careless)('%s is refused', async (_, sql, error) => {
  const database = await freshDatabase(1);
  await expect(database.sql.unsafe(sql)).rejects.toThrow(error);
  await database.drop();
});
