import { beforeAll, describe, expect, test } from 'vitest';
import { makeLocalStaff } from '#local/local-staff.ts';
import { testKeys } from '#harness/test-keys.ts';
import { call } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import { type CommandOutcome, runCommand, startCommand } from '../support/run-command.ts';
import { LoggedIn, newShopper } from '../support/shopper.ts';

const { backend } = await openBackend();
const { sql } = backend.database;
let email: string;
let token: string;

const shop = { SUPABASE_URL: backend.supabaseUrl, SUPABASE_SECRET_KEY: testKeys.secretKey };

/** Runs the command, as `npm run staff --` does. */
function run(args: string[], more: NodeJS.ProcessEnv = {}): Promise<CommandOutcome> {
  return runCommand('staff', args, { ...shop, ...more });
}

function me() {
  return call(`${backend.origin}/api/staff/me`, { token });
}

function roles() {
  return sql`
    select s.role, s.until is null as now from staff s join auth.users u on u.id = s.user_id
    where u.email = ${email} order by s.id`;
}

beforeAll(async () => {
  const person = await newShopper(backend, { billing: false });
  email = `${person.id}@example.com`;
  token = person.token;
});

describe('npm run staff', () => {
  test('refuses an account with an unconfirmed address, which anyone may have registered', async () => {
    const { code, said } = await run(['add', email, '--role', 'manager', '--yes']);
    expect(code).toBe(1);
    expect(said).toContain('Forgot password?');
    expect(await me()).toMatchObject({ status: 404 });
    await sql`
      update profiles set email_confirmed_at = now(), created_at = now() - interval '3 days'
      from auth.users where id = user_id and email = ${email}`;
  });

  test('shows the account first, and adds it without asking only with --yes', async () => {
    const { code, said } = await run(['add', email, '--role', 'manager']);
    expect(code).toBe(1);
    expect(said).toMatch(/is the account “shopper-.*”, 3 days old\..*Run it again with --yes\./s);
    expect(await me()).toMatchObject({ status: 404 });
  });

  test('grants access to an account, changes its role, and revokes it at once', async () => {
    expect(await run(['add', email.toUpperCase(), '--role', 'packer', '--yes'])).toMatchObject({
      code: 0,
    });
    expect(await me()).toMatchObject({ status: 200, body: { role: 'packer' } });
    expect((await run(['list'])).said).toMatch(new RegExp(`packer +shopper-.*, ${email}, since`));

    expect((await run(['add', email, '--role', 'manager', '--yes'])).said).toContain(
      'is now a manager',
    );
    expect(await me()).toMatchObject({ status: 200, body: { role: 'manager' } });
    expect((await run(['add', email, '--role', 'manager', '--yes'])).said).toContain(
      'Nothing was changed',
    );
    expect([...(await roles())]).toEqual([
      { role: 'packer', now: false },
      { role: 'manager', now: true },
    ]);

    expect((await run(['remove', email])).said).toContain('no longer has access to the studio');
    expect(await me()).toMatchObject({ status: 404 });
    expect((await run(['remove', email])).said).toContain('Nothing was changed');
  });

  test('removes the authenticator app of a lost phone and ends all logins', async () => {
    await run(['add', email, '--role', 'manager', '--yes']);
    const [{ id }] = await sql<[{ id: string }]>`select id from auth.users where email = ${email}`;
    await sql`
      insert into auth.mfa_factors (user_id, factor_type, status) values (${id}, 'totp', 'verified')`;
    await sql`insert into second_factors (user_id, factor_id) values (${id}, ${id})`;
    expect(await me()).toMatchObject({ status: 403, body: { reason: 'second_factor_missing' } });
    expect((await run(['list'])).said).toMatch(
      new RegExp(`${email}, .*, with an authenticator app`),
    );

    expect((await run(['reset-factor', email])).said).toContain('is removed');
    expect(await me()).toMatchObject({ status: 401 });
    await sql`insert into auth.sessions (id, user_id) values (${id}, ${id})`;
    expect(await me()).toMatchObject({ status: 200, body: { second_factor_since: null } });
    expect((await run(['reset-factor', email])).said).toContain('had no authenticator app');
  });

  test.each<[string[], NodeJS.ProcessEnv, string]>([
    [['add', 'nobody@example.com', '--role', 'packer'], {}, 'has to register at the shop first.'],
    [['add', 'ada@example.com'], {}, '--role must be one of packer, marketer, manager'],
    [
      ['add', 'ada@example.com', '--role', 'boss'],
      {},
      '--role must be one of packer, marketer, manager',
    ],
    [['add', 'ada', '--role', 'packer'], {}, '“ada” is not an e-mail address'],
    [['remove', 'ada@example.com', '--role', 'packer'], {}, '--role only works with add'],
    [['remove', 'ada@example.com', '--yes'], {}, '--yes only works with add'],
    [['reset-factor', 'nobody@example.com'], {}, 'has to register at the shop first.'],
    [['sack', 'ada@example.com'], {}, 'Usage:'],
    [[], {}, 'Usage:'],
    [['list'], { SUPABASE_SECRET_KEY: 'sb_publishable_x' }, 'must be the secret key'],
    [['list'], { SUPABASE_URL: 'http://127.0.0.1:9' }, 'does not answer'],
    [['list', '--settings', 'nothing.env'], {}, 'File not found'],
  ])('%j is refused in plain words and changes nothing', async (args, settings, text) => {
    const before = await sql`select count(*) from staff`;
    const { code, said } = await run(args, settings);
    expect(code).toBe(1);
    expect(said).toContain(text);
    expect([...(await sql`select count(*) from staff`)]).toEqual([...before]);
  });
});

test('the process exits with the command’s code', async () => {
  expect(await startCommand('staff', ['list'], shop)).toMatchObject({ code: 0 });
  const { code, said } = await startCommand('staff', ['improve'], shop);
  expect(said).toContain('Usage:');
  expect(code).toBe(1);
});

test('npm run dev creates a login for each role, once', async () => {
  const people = await makeLocalStaff(backend.supabaseUrl, testKeys.secretKey);
  expect(await makeLocalStaff(backend.supabaseUrl, testKeys.secretKey)).toEqual(people);
  const [{ told }] = await sql<[{ told: string[] }]>`select staff_addresses('staff_order') as told`;
  expect(told).toEqual(
    expect.arrayContaining(['packer@minicia.example', 'manager@minicia.example']),
  );
  const rolesOf = people.map(async ({ username, password }) => {
    const { body } = await call(`${backend.origin}/api/auth/login/`, {
      json: { username, password },
    });
    const { access } = LoggedIn.parse(body).token;
    return (await call(`${backend.origin}/api/staff/me`, { token: access })).body;
  });
  expect(await Promise.all(rolesOf)).toMatchObject([
    { name: 'packer', role: 'packer', fresh: true },
    { name: 'marketer', role: 'marketer', fresh: true, counts: null },
    { name: 'manager', role: 'manager', fresh: true },
  ]);
});
