import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { newClientAddress } from '#harness/client-address.ts';
import { shopEnvironment, testKeys } from '#harness/test-keys.ts';
import { owner, refillSchema } from '#local/bare-schema.ts';
import { baselineFile, writeBaseline } from '#local/baseline.ts';
import { releasedSchema } from '#local/released-schema.ts';
import { projectFolder } from '#local/settings.ts';
import { startSupabase } from '#local/supabase.ts';
import { call } from '../support/call.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import { mailTo } from '../support/mail-to.ts';
import { openBackend } from '../support/open-backend.ts';
import { type CommandOutcome, runCommand, startCommand } from '../support/run-command.ts';
import { LoggedIn } from '../support/shopper.ts';

// The hosted project, and a new one that is still empty.
const { backend, purchases } = await openBackend({ mails: true });
const machine = mkdtempSync(path.join(os.tmpdir(), 'minicia-machine-'));
const empty = await freshDatabase();
await refillSchema(empty.sql, []);
const { host, pathname } = new URL(empty.url);
const supabase = await startSupabase({
  databaseUrl: empty.url,
  port: 0,
  ...testKeys,
  storageFolder: path.join(machine, 'storage'),
});
afterAll(async () => {
  await supabase.close();
  await empty.drop();
  rmSync(machine, { recursive: true, force: true });
});

const hosted = {
  ...shopEnvironment(backend.supabaseUrl, backend.stripeUrl, backend.mailbox.url),
  MAIL_FROM: 'Minicia <orders@minicia.example>',
  SITE_URL: backend.origin,
  DATABASE_URL: backend.database.url,
};

/** Writes a settings file into the folder from which the commands are run. */
function settingsFile(name: string, settings: Record<string, string>): void {
  const lines = Object.entries(settings).map(([key, value]) => `${key}="${value}"`);
  writeFileSync(path.join(machine, name), lines.join('\n'));
}

/** Commands of a document, in its order: those in blocks of shell and those of several words in its text. */
function commandsIn(document: string): string[] {
  const text = readFileSync(path.join(projectFolder, 'docs', document), 'utf8');
  return Array.from(text.matchAll(/```sh\n([\s\S]*?)```|`((?:npm|npx|git|openssl) [^`]+)`/g))
    .flatMap(([, block, inline = '']) => block?.split('\n') ?? [inline])
    .map((line) =>
      line
        .replace(/ +# .*/, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '');
}

/** Runs `npm run NAME -- …` as it stands in a document, from the machine's folder. */
async function run(command: string, more: Record<string, string> = {}): Promise<CommandOutcome> {
  const [, name = '', rest = ''] = /^npm run (\S+) -- (.*)$/.exec(command) ?? [];
  const args = rest
    .replaceAll('~', machine)
    .replaceAll('https://YOUR-SHOP', backend.origin)
    .replaceAll('you@your-domain', 'you@example.com')
    .split(' ');
  const variables = { INIT_CWD: machine, HOME: machine, ...more };
  if (name === 'doctor') return startCommand(name, args, variables);
  // It asks whether that is the right person.
  if (name === 'staff')
    return runCommand(name, args[0] === 'add' ? [...args, '--yes'] : args, variables);
  return runCommand('backup', [name, ...args], variables);
}

/** Runs a command that must succeed. */
async function done(command: string): Promise<void> {
  const { code, said } = await run(command);
  expect({ command, code, said }).toMatchObject({ command, code: 0 });
}

async function shell(command: string, folder = machine): Promise<string> {
  const identity = { EMAIL: 'a@example.com', GIT_EDITOR: 'true', GIT_CONFIG_NOSYSTEM: '1' };
  const env = { PATH: process.env['PATH'], HOME: machine, ...identity };
  return (await promisify(execFile)('bash', ['-ec', command], { cwd: folder, env })).stdout;
}

/** A clone from which the shop is deployed: its Git ignores the first migration. */
const clone = path.join(machine, 'clone');
cpSync(path.join(projectFolder, 'supabase'), path.join(clone, 'supabase'), {
  recursive: true,
  filter: (file) =>
    releasedSchema() !== null || path.basename(file) !== path.basename(baselineFile),
});

/** Pushes the clone's migrations to the empty project, as the CLI does (supabase-cli.test.ts). */
async function pushMigrations(): Promise<void> {
  const files = globSync('supabase/migrations/*.sql', { cwd: clone }).toSorted();
  await refillSchema(
    empty.sql,
    files.map((file) => ({ sql: readFileSync(path.join(clone, file), 'utf8') })),
  );
  await empty.sql.unsafe(`
    alter role ${owner} login;
    grant set on parameter session_replication_role to ${owner};
    grant usage on schema supabase_migrations to ${owner};
    grant select on all tables in schema supabase_migrations to ${owner};
    grant usage on schema public to anon, authenticated, service_role;
    update public.jobs set ok_at = 'infinity'`);
}

const post = (address: string, json: unknown, token?: string) =>
  call(backend.origin + address, { json, from: newClientAddress(), ...(token && { token }) });

/** The account of the first manager: unconfirmed, until the link that the account page mails is opened. */
async function confirmAddress(): Promise<void> {
  const account = { username: 'you', email: 'you@example.com', password: 'correct horse battery' };
  await post('/api/auth/register/', account);
  const { body } = await post('/api/auth/login/', account);
  const { access } = LoggedIn.parse(body).token;
  await post('/api/account/email', {}, access);
  const { text } = await mailTo(backend, account.email);
  const token = /confirm-email#token=(\S+)/.exec(text)?.[1] ?? '';
  expect(await post('/api/auth/confirm-email', { token }, access)).toMatchObject({ status: 200 });
}

/** A doctor's visit: whatever it finds in a shop of stand-ins, it looks and ends. */
async function doctor(command: string): Promise<void> {
  const { said } = await run(command);
  expect(said).toMatch(/\d+ failures?/);
  expect(said).toContain('✓ SUPABASE_SECRET_KEY can read the orders.');
  expect(said).toContain('✓ Stripe’s webhook has all events.');
  expect(said).toMatch(/Migrations\n {2}(✓ The first migration is|✗ .*Run npm run baseline)/);
}

const repository = path.join(machine, 'shop');

/** Shell commands that commit a release. */
const release = (number: number) => `
    for file in code supabase/migrations/1.sql netlify/server/database.types.ts src/domain/enums.ts; do
      echo ${number} > $file; done; git add -A; git commit -qm ${number}`;

/** A shop whose first release is tagged and whose second changed the code, and the database's files. */
async function twoReleases(): Promise<void> {
  for (const folder of ['supabase/migrations', 'netlify/server', 'src/domain']) {
    mkdirSync(path.join(repository, folder), { recursive: true });
  }
  await shell(
    `git init -qb main; git init -q --bare ../origin; git remote add origin ../origin`,
    repository,
  );
  await shell(release(1), repository);
  await shell(release(2), repository);
}

const contentOf = (file: string) => readFileSync(path.join(repository, file), 'utf8').trim();

type Step = [command: string, play: ((command: string) => Promise<unknown>) | string];

const elsewhere = {
  account: 'needs a hosted account',
  suite: 'is the suite that runs this',
  build: 'tests/dev/builds.test.ts',
};

const steps: Record<'deploy.md' | 'release.md', Step[]> = {
  'deploy.md': [
    [
      'npm run baseline',
      async () => {
        if (!releasedSchema()) writeBaseline(clone);
      },
    ],
    ['npm run emails', 'tests/unit/mails.test.ts'],
    ['npm run doctor', 'below'],
    ['npm run doctor', 'below'],
    [
      'npx supabase@2.117.0 db push --db-url "$DATABASE_URL" --include-seed',
      async () => {
        await pushMigrations();
        await empty.sql.unsafe(
          readFileSync(path.join(projectFolder, 'supabase/seed/catalogue.sql'), 'utf8'),
        );
        expect(await empty.sql`select from products`).not.toEqual([]);
      },
    ],
    [
      'openssl rand -base64 32',
      async (command) => expect((await shell(command)).trim().length).toBeGreaterThan(32),
    ],
    [
      'npm run staff -- add you@your-domain --role manager --settings .env.hosted',
      async (command) => {
        settingsFile('.env.hosted', hosted);
        await confirmAddress();
        await done(command);
      },
    ],
    ['npm run emails', 'tests/unit/mails.test.ts'],
    ['npm run doctor -- --settings .env.hosted', 'below, with --site'],
    ['npm run doctor -- --settings .env.hosted --site https://YOUR-SHOP', doctor],
    ['npm run contract -- --settings .env.previews', elsewhere.account],
    ['npm test', elsewhere.suite],
    [
      'npm run doctor -- --settings .env.hosted --previews .env.previews',
      async (command) => {
        settingsFile('.env.previews', { ...hosted, SUPABASE_URL: supabase.url });
        expect((await run(command)).said).toContain('Previews have the live SIGNING_SECRET');
      },
    ],
    ['npm run doctor', 'above'],
    ['openssl rand -base64 32', 'above'],
    ['npx astro build --force', elsewhere.build],
    ['npm run backup', 'release.md'],
    ['export SITE_URL=https://your-shop', elsewhere.account],
    ['npx supabase@2.117.0 config diff --project-ref YOUR-REF', elsewhere.account],
    ['npx supabase@2.117.0 config push --project-ref YOUR-REF', elsewhere.account],
  ],
  'release.md': [
    ['npm test', elsewhere.suite],
    ['npm run check', elsewhere.suite],
    // The first release makes the tag that the second one tries.
    [
      'git worktree add ../released released',
      async (command) => {
        await twoReleases();
        await expect(shell(command, repository)).rejects.toThrow('released');
        await shell('git tag released HEAD~1', repository);
        await shell(command, repository);
      },
    ],
    [
      'cp supabase/migrations/* ../released/supabase/migrations/',
      (command) => shell(command, repository),
    ],
    [
      '(cd ../released && npm ci && npm run test:api); git worktree remove --force ../released',
      (command) => shell(command.replace(/^.*; /, ''), repository),
    ],
    ['npm run backup -- --settings .env.hosted --to ~/minicia-backups/2026-11-25', done],
    [
      'npx supabase@2.117.0 db push --db-url "$DATABASE_URL"',
      'tests/database/supabase-cli.test.ts',
    ],
    ['npm run doctor -- --settings .env.hosted --site https://YOUR-SHOP', 'deploy.md'],
    ['npm run released', 'local/released-schema.test.ts'],
    [
      'git add --force supabase/migrations supabase/released.json',
      async (command) => {
        for (const [file, text] of [
          ['.gitignore', readFileSync(path.join(projectFolder, '.gitignore'), 'utf8')],
          [baselineFile, 'select 1;'],
          ['supabase/released.json', '{}'],
        ] as const) {
          writeFileSync(path.join(repository, file), text);
        }
        await shell('git add -A', repository);
        expect(await shell('git ls-files supabase', repository)).not.toContain(baselineFile);
        await shell(command, repository);
      },
    ],
    [
      'git commit -m "Record the release"',
      async (command) => {
        await shell(command, repository);
        expect(await shell('git ls-files supabase', repository)).toContain(baselineFile);
      },
    ],
    [
      'git tag --force released && git push --force origin released',
      async (command) => {
        await shell(command, repository);
        expect(await shell('git rev-parse released', repository)).toBe(
          await shell('git rev-parse main', repository),
        );
      },
    ],
    ['npm run baseline', 'local/baseline.test.ts'],
    ['npm run doctor -- --settings .env.hosted --site https://YOUR-SHOP', 'deploy.md'],
    [
      'git revert --no-commit COMMIT..main',
      (command) => shell(command.replace('COMMIT', 'main~2'), repository),
    ],
    [
      'git checkout HEAD -- supabase netlify/server/database.types.ts src/domain/enums.ts',
      (command) => shell(command, repository),
    ],
    [
      'npm run check && git commit',
      async (command) => {
        await shell(command.replace('npm run check && ', ''), repository);
        expect(contentOf('code')).toBe('1');
        for (const file of ['supabase/migrations/1.sql', 'src/domain/enums.ts']) {
          expect(contentOf(file)).toBe('2');
        }
        expect(contentOf(baselineFile)).toBe('select 1;');
      },
    ],
    ['npm run migration -- mend_x', 'tests/database/schemas.test.ts'],
    ['npm run test:database', elsewhere.suite],
    ['npm run backup -- --settings .env.hosted --to ~/minicia-backups/2026-11-25', 'above'],
    ['npm run restore -- --check ~/minicia-backups/2026-11-25', done],
    [
      'npm run backup -- --settings .env.hosted --to ~/minicia-backups/last',
      async (command) => {
        await purchases.ordered();
        await done(command);
      },
    ],
    [
      'npm run restore -- --settings .env.new --from ~/minicia-backups/2026-11-25 --erased-since ~/minicia-backups/last',
      async (command) => {
        await pushMigrations();
        settingsFile('.env.new', {
          ...hosted,
          SUPABASE_URL: supabase.url,
          DATABASE_URL: `postgres://${owner}@${host}${pathname}`,
        });
        await done(command);
        expect(await empty.sql`select role::text from staff`).toEqual([{ role: 'manager' }]);
      },
    ],
    ['npm run staff -- reset-factor', 'tests/staff/command.test.ts'],
  ],
};

test('before the address is confirmed nobody becomes the first manager, as deploy.md says', async () => {
  settingsFile('.env.hosted', hosted);
  const account = {
    username: 'early',
    email: 'early@example.com',
    password: 'correct horse battery',
  };
  await post('/api/auth/register/', account);
  const { code } = await run(
    'npm run staff -- add early@example.com --role manager --settings .env.hosted',
  );
  expect(code).toBe(1);
});

describe.each(Object.entries(steps))('%s', (document, played) => {
  test('has these commands, in this order', () => {
    expect(commandsIn(document)).toEqual(played.map(([command]) => command));
  });

  const plays = played.flatMap(([command, play]) =>
    typeof play === 'string' ? [] : [{ command, play }],
  );
  test.each(plays)('$command', async ({ command, play }) => {
    await expect(play(command)).resolves.not.toThrow();
  });
});

describe('at night', () => {
  const guide = readFileSync(path.join(projectFolder, 'docs/operate.md'), 'utf8');
  const page = /^## At three o'clock[\s\S]*?(?=^## )/m.exec(guide)?.[0] ?? '';
  const blocks = Array.from(page.matchAll(/```sh\n([\s\S]*?)```/g), ([, block = '']) =>
    block.trim().split('\n'),
  );

  test('each trouble has its first three commands', () => {
    expect(blocks.map((lines) => lines.length)).toEqual([3, 3, 3, 3, 3, 3]);
  });

  test('the guide’s SQL runs, and its npm commands are those of the other documents', async () => {
    for (const line of blocks.flat()) {
      const [, statement] = /-c "(.*)"/.exec(line) ?? [];
      if (statement) await backend.database.sql.unsafe(statement);
    }
    const scripts = blocks.flat().filter((line) => line.startsWith('npm'));
    for (const line of scripts) {
      expect(line).toMatch(/^npm run (doctor|staff) -- /);
    }
    await done('npm run staff -- list --settings .env.hosted');
  });
});
