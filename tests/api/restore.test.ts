import { randomUUID } from 'node:crypto';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StorageClient } from '@supabase/storage-js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { owner, refillSchema } from '#local/bare-schema.ts';
import { migrations } from '#local/migrations.ts';
import { freePort } from '#local/ports.ts';
import { startSupabase } from '#local/supabase.ts';
import { testKeys } from '#harness/test-keys.ts';
import { call } from '../support/call.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import { violationsIn } from '../support/invariants.ts';
import { openBackend } from '../support/open-backend.ts';
import { type CommandOutcome, runCommand } from '../support/run-command.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import type { Sku } from '../support/shop-database.ts';
import { LoggedIn, newGuest, registeredShopper, sessionOf, shopperAt } from '../support/shopper.ts';
import { newStaff } from '../support/staff.ts';
import { createWire } from '../support/wire.ts';

const wire = createWire();
const { backend, shop, purchases } = await openBackend({ wire });
const { sql } = backend.database;
const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-restore-'));
const backup = path.join(folder, 'backup');

/** A new project: the migrations, an owner without superuser rights, and no other data. */
const target = await freshDatabase();
await refillSchema(target.sql, migrations());
const { host, pathname } = new URL(target.url);
await target.sql.unsafe(`
  alter role ${owner} login;
  grant set on parameter session_replication_role to ${owner};
  grant usage on schema supabase_migrations to ${owner};
  grant select on all tables in schema supabase_migrations to ${owner};
  grant usage on schema public to anon, authenticated, service_role;
  update public.jobs set ok_at = 'infinity'`);
const supabase = await startSupabase({
  databaseUrl: target.url,
  port: 0,
  ...testKeys,
  storageFolder: path.join(folder, 'storage'),
});
afterAll(async () => {
  await supabase.close();
  await target.drop();
  rmSync(folder, { recursive: true });
});

const settings = { SUPABASE_SECRET_KEY: testKeys.secretKey };
const old = { ...settings, SUPABASE_URL: backend.supabaseUrl, DATABASE_URL: backend.database.url };
const fresh = {
  ...settings,
  SUPABASE_URL: supabase.url,
  DATABASE_URL: `postgres://${owner}@${host}${pathname}`,
};

function run(task: 'backup' | 'restore', args: string[], project: Record<string, string>) {
  return runCommand('backup', [task, ...args], project);
}

function storageOf({ SUPABASE_URL }: { SUPABASE_URL: string }) {
  return new StorageClient(`${SUPABASE_URL}/storage/v1`, { apikey: testKeys.secretKey });
}

/** Content of all files of Storage, by bucket and name. */
async function filesOf(project: { SUPABASE_URL: string }, database: typeof sql) {
  const objects = await database<{ bucket: string; name: string }[]>`
    select bucket_id as bucket, name from storage.objects order by 1, 2`;
  return Promise.all(
    objects.map(async ({ bucket, name }) => {
      const { data } = await storageOf(project).from(bucket).download(name);
      return [`${bucket}/${name}`, data && Buffer.from(await data.arrayBuffer()).toString('hex')];
    }),
  );
}

/** Checksums of tables that a restore leaves as they were, with the project's URL and the state of due mailings aside. */
async function marksOf(database: typeof backend.database) {
  const {
    'public.variant_images': _pictures,
    'public.second_factor_codes': _codes,
    'public.mailings': _mailings,
    ...marks
  } = await markOfAllRows(database);
  return marks;
}

/** A dispatched order with a refund and a return, which has a photo. */
async function eventfulOrder(): Promise<void> {
  const packer = await newStaff(backend, 'packer');
  const { shopper, order, checkout, sku } = await purchases.ordered();
  await packer.post('/api/staff/dispatch', {
    parcels: [{ event: randomUUID(), order, carrier: 'Evri' }],
  });
  const items = [{ variant_id: sku.variant_id, quantity: 1 }];
  const asked = await shopper.post('/api/account/return', {
    do: 'ask',
    order,
    event: randomUUID(),
    kind: 'fault',
    items,
    reason: 'A seam\tis "open"\\n\nÅ 👒',
  });
  expect(asked.status).toBe(200);
  const [{ back }] = await sql<[{ back: number }]>`
    select id::int as back from returns where order_id = ${order}`;
  const pixels = { width: 90, height: 60, channels: 3 as const, background: '#a33' };
  const picture = await sharp({ create: pixels }).jpeg().toBuffer();
  const added = await shopper.post('/api/return-photos/add/', {
    order,
    return: back,
    photo: randomUUID(),
    picture: picture.toString('base64'),
  });
  expect(added.status).toBe(200);
  await shop.refund(checkout, 're_earlier', { pence: 500 });
}

/** A price that changes tomorrow. */
async function scheduledRelease(): Promise<void> {
  const marketer = await newStaff(backend, 'marketer');
  const release = randomUUID();
  const products = [{ slug: 'headline-trucker', price_pence: 1234 }];
  await marketer.post('/api/staff/release/save', {
    release,
    title: 'Tomorrow',
    source: 'Studio',
    changes: { catalogue: { products } },
    options: { allow_price_jumps: true },
    version: 0,
  });
  const { body } = await marketer.post('/api/staff/release/preview', { release });
  const { fingerprint } = z.object({ fingerprint: z.string() }).parse(body);
  const at = new Date(Date.now() + 86_400_000);
  at.setUTCSeconds(0, 0);
  const answer = await marketer.post('/api/staff/release/schedule', { release, at, fingerprint });
  expect(answer.status).toBe(200);
}

/** A colour's picture in the bucket of imported pictures, named by its URL in the project. */
async function importedPicture(): Promise<void> {
  const storage = storageOf(old);
  await storage.createBucket('catalogue', { public: true });
  const picture = Buffer.from('a picture');
  await storage.from('catalogue').upload('hat.webp', picture, { contentType: 'image/webp' });
  await sql`
    update variant_images set path = ${`${backend.supabaseUrl}/storage/v1/object/public/catalogue/hat.webp`}
    where id = (select min(id) from variant_images)`;
}

let sku: Sku;
let username: string;
let leaver: string;
let made: CommandOutcome;
beforeAll(async () => {
  sku = await shop.newSku(5);
  await Promise.all([eventfulOrder(), scheduledRelease(), importedPicture()]);
  const shopper = await registeredShopper(backend);
  [{ username }] = await sql<[{ username: string }]>`
    select username from profiles where user_id = ${shopper.id}`;
  ({ id: leaver } = await registeredShopper(backend));
  const guest = await newGuest(backend);
  await guest.saveBilling();
  await guest.paymentPage([{ sku, quantity: 1 }]);
  await sql`
    insert into subscriptions (email, confirmed_at, confirmed_text)
    select name || '@example.com', now(), 'News' from unnest(array['stays', 'leaves']) name`;
  // Due at the time of the backup, and sent since.
  await sql`
    insert into mailings (id, content, state, send_at, released_by)
    select gen_random_uuid(), '{}', 'scheduled', now() - interval '1 minute', min(id) from staff`;
  // More than a stream buffers at once.
  await sql`
    insert into suppressions (address_hash, reason)
    select address_hash(n::text), 'bounced' from generate_series(1, 5000) n`;
  made = await run('backup', ['--to', backup], old);
});

describe('a backup', () => {
  test('can be read by its owner alone, holds no tokens, and prints nothing personal', () => {
    expect(made.said).toMatch(/Saved \d+ rows of \d+ tables and 3 files/);
    expect(made.said).not.toContain('@');
    expect(made.code).toBe(0);
    const files = readdirSync(backup, { recursive: true, withFileTypes: true });
    for (const file of files) {
      const { mode } = statSync(path.join(file.parentPath, file.name));
      expect({ name: file.name, others: mode & 0o077 }).toEqual({ name: file.name, others: 0 });
    }
    expect(files.map(({ name }) => name).join()).not.toMatch(/sessions|refresh_tokens|mfa/);
  });

  test('needs a folder of its own', async () => {
    const { code, said } = await run('backup', ['--to', backup], old);
    expect(said).toContain('is not empty');
    expect(code).toBe(1);
  });

  test('names a photo that Storage has lost', async () => {
    const [{ name }] = await sql<[{ name: string }]>`
      select name from storage.objects where bucket_id = 'return-photos' and name like '%-small.jpg'`;
    const [row] = await sql`select * from storage.objects where name = ${name}`;
    await sql`delete from storage.objects where name = ${name}`;
    const { code, said } = await run('backup', ['--to', path.join(folder, 'lost')], old);
    await sql`insert into storage.objects ${sql(
      row ?? {},
      Object.keys(row ?? {}).filter((key) => key !== 'path_tokens'),
    )}`;
    expect(said).toContain(name);
    expect(code).toBe(1);
  });

  const faults: [string, (copy: string) => void, RegExp][] = [
    [
      'a truncated table',
      (copy) => {
        const file = path.join(copy, 'tables/public.orders.gz');
        writeFileSync(file, readFileSync(file).subarray(0, -20));
      },
      /table public\.orders: truncated/,
    ],
    [
      'a missing table',
      (copy) => rmSync(path.join(copy, 'tables/auth.users.gz')),
      /auth\.users: missing/,
    ],
    [
      'a lost file of Storage',
      (copy) => {
        const [first = ''] = readdirSync(path.join(copy, 'files'));
        rmSync(path.join(copy, 'files', first));
      },
      /file (return-photos|catalogue)\/\S+: missing/,
    ],
    ['an interrupted backup', (copy) => rmSync(path.join(copy, 'backup.json')), /interrupted/],
  ];
  test.each(faults)(
    '%s is named and refused before anything changes',
    async (name, damage, text) => {
      const copy = path.join(folder, name);
      cpSync(backup, copy, { recursive: true });
      damage(copy);
      const before = await markOfAllRows(target);
      for (const [args, project] of [
        [['--check', copy], {}],
        [['--from', copy], fresh],
      ] as const) {
        const { code, said } = await run('restore', [...args], project);
        expect(said).toMatch(text);
        expect(code).toBe(1);
      }
      expect(await markOfAllRows(target)).toEqual(before);
    },
  );
});

describe('a restore', () => {
  test('is refused by a project in use, or with other migrations', async () => {
    const used = await run('restore', ['--from', backup], old);
    expect(used.said).toContain('The project is in use (accounts, checkouts, releases');
    await target.sql`
      insert into supabase_migrations.schema_migrations (version) values ('20990101000000')`;
    const newer = await run('restore', ['--from', backup], fresh);
    await target.sql`delete from supabase_migrations.schema_migrations where version = '20990101000000'`;
    expect(newer.said).toContain('not in the backup: 20990101000000');
    expect([used.code, newer.code]).toEqual([1, 1]);
  });

  test('says when the database does not answer', async () => {
    const nobody = { ...fresh, DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/x` };
    const { code, said } = await run('restore', ['--from', backup], nobody);
    expect(said).toContain('The database does not answer.');
    expect(code).toBe(1);
  });

  test('that fails at its end changes nothing and can be repeated', async () => {
    const before = await markOfAllRows(target);
    await target.sql.unsafe(`
      create function public.spoil() returns trigger language plpgsql as $$ begin new.name := 'X'; return new; end $$;
      create trigger spoil before insert on public.categories for each row execute function public.spoil();
      alter table public.categories enable always trigger spoil`);
    const { code, said } = await run('restore', ['--from', backup], fresh);
    await target.sql.unsafe('drop function public.spoil cascade');
    expect(said).toMatch(/categories was not restored as it was|unique/);
    expect(code).toBe(1);
    expect(await markOfAllRows(target)).toEqual(before);
  });

  test('brings back every row and every file, and the shop sells', async () => {
    const { code, said } = await run('restore', ['--from', backup], fresh);
    expect(said).toMatch(/Restored \d+ rows of \d+ tables and 3 files/);
    expect(code).toBe(0);
    expect(await marksOf(target)).toEqual(await marksOf(backend.database));
    const files = await filesOf(old, sql);
    expect(await filesOf(fresh, target.sql)).toEqual(files);
    expect(files).toHaveLength(3);
    const pictures = await target.sql`
      select path from variant_images where path like ${`${supabase.url}/storage/%`}`;
    expect(pictures).toHaveLength(1);
    expect(said).toContain('they may have been sent since: 1.');
    expect(await target.sql`select from mailings where state = 'stopped'`).toHaveLength(1);
    expect(await violationsIn(target.sql)).toEqual([]);

    // The functions with the new project's settings.
    wire.redirect('database', supabase.url);
    const login = { json: { username, password: 'correct horse battery' } };
    const { body } = await call(`${backend.origin}/api/auth/login/`, login);
    const { id, token } = LoggedIn.parse(body);
    const shopper = shopperAt(backend.origin, id, token.access);
    await shopper.saveBilling();
    const session = sessionOf(await shopper.paymentPage([{ sku, quantity: 2 }]));
    await backend.stripe.pay(session, { outcome: 'paid' });
    const { order } = await shopper.comeBack(session);
    const [sold] = await target.sql`
      select p.status as paid, v.quantity::int as left
      from orders o join payments p on p.id = o.payment_id, color_variants v
      where o.id = ${order} and v.id = ${sku.variant_id}`;
    expect(sold).toEqual({ paid: 'paid', left: 3 });
    await target.sql`update releases set scheduled_for = now() where state = 'scheduled'`;
    const [published] = await target.sql`select publish_due_release() as done`;
    expect(published).toMatchObject({ done: { title: 'Tomorrow', failure: null } });
    expect(await violationsIn(target.sql)).toEqual([]);
  });

  test('repeats what a later backup shows as erased', async () => {
    await sql`select close_account(${leaver})`;
    await sql`select suppress_address('leaves@example.com', 'unsubscribed')`;
    const later = path.join(folder, 'later');
    await run('backup', ['--to', later], old);
    const another = await freshDatabase();
    const project = { ...fresh, DATABASE_URL: another.url };
    const { said } = await run('restore', ['--from', backup, '--erased-since', later], project);
    expect(said).toContain('Accounts closed again: 1. Addresses suppressed again: 1.');
    const left = await another.sql`
      select email from subscriptions union all select id::text from auth.users where id = ${leaver}`;
    expect([...left]).toEqual([{ email: 'stays@example.com' }]);
    await another.drop();
  });
});
