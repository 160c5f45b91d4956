import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newClientAddress } from '#harness/client-address.ts';
import { makeLocalStaff } from '#local/local-staff.ts';
import { testKeys } from '#harness/test-keys.ts';
import { call, type Reply } from '../support/call.ts';
import { mailTo } from '../support/mail-to.ts';
import { openBackend } from '../support/open-backend.ts';
import { type CommandOutcome, runCommand, startCommand } from '../support/run-command.ts';
import { LoggedIn, newShopper } from '../support/shopper.ts';
import { newStaff } from '../support/staff.ts';

const { backend } = await openBackend({ mails: true });
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
    expect(await me()).toMatchObject({ status: 401 });
    expect((await run(['remove', email])).said).toContain('Nothing was changed');
  });

  test('removes the authenticator app of a lost phone and ends all logins', async () => {
    await run(['add', email, '--role', 'manager', '--yes']);
    const [{ id }] = await sql<[{ id: string }]>`select id from auth.users where email = ${email}`;
    const logInAgain = () => sql`insert into auth.sessions (id, user_id) values (${id}, ${id})`;
    await logInAgain();
    await sql`
      insert into auth.mfa_factors (user_id, factor_type, status) values (${id}, 'totp', 'verified')`;
    await sql`insert into second_factors (user_id, factor_id) values (${id}, ${id})`;
    expect(await me()).toMatchObject({ status: 403, body: { reason: 'second_factor_missing' } });
    expect((await run(['list'])).said).toMatch(
      new RegExp(`${email}, .*, with an authenticator app`),
    );

    expect((await run(['reset-factor', email])).said).toContain('is removed');
    expect(await me()).toMatchObject({ status: 401 });
    await logInAgain();
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

const Team = z.object({
  people: z.array(z.looseObject({ staff: z.int(), email: z.string(), own: z.boolean() })),
});

type Manager = Awaited<ReturnType<typeof newStaff>>;

function change(by: Manager, body: object): Promise<Reply> {
  return by.post('/api/staff/team', { event: randomUUID(), ...body });
}
/** Follows an invitation's link. @param login access token; none if omitted. */
function open(link: string, more: object = { do: 'show' }, login?: string): Promise<Reply> {
  const json = { token: link, ...more };
  const from = newClientAddress();
  return call(`${backend.origin}/api/auth/staff-invitation`, {
    json,
    from,
    token: login ?? null,
  });
}
/** Invites an address. Returns the token of the link in the e-mail. */
async function invite(by: Manager, to: string, role = 'packer'): Promise<string> {
  backend.mailbox.reset();
  expect(await change(by, { do: 'invite', email: to, role })).toMatchObject({ status: 200 });
  const { html } = await mailTo(backend, to);
  return /\/studio#invitation=([\w.-]+)/.exec(html)?.[1] ?? '';
}
async function staffIdOf(user: string): Promise<number> {
  const [{ id }] = await sql<[{ id: number }]>`
    select id::int from staff where user_id = ${user} and until is null`;
  return id;
}
const as = (login: string) => call(`${backend.origin}/api/staff/me`, { token: login });

describe('the team in the studio', () => {
  test('an invitation by e-mail makes an account, once, and the activity log says so', async () => {
    const manager = await newStaff(backend, 'manager');
    const eve = `${randomUUID()}@example.com`;
    const first = await invite(manager, eve, 'manager');
    const link = await invite(manager, eve);
    expect(await open(first)).toMatchObject({ status: 400 });
    expect((await open(link)).body).toEqual({ email: eve, role: 'packer', has_account: false });

    const login = { username: randomUUID(), password: 'a stapler this time' };
    const weak = await open(link, { do: 'create', ...login, password: eve });
    expect(weak).toMatchObject({ status: 400, body: { password: [expect.any(String)] } });
    const { status, body } = await open(link, { do: 'create', ...login });
    expect(status).toBe(201);
    const { access } = LoggedIn.parse(body).token;
    expect(await as(access)).toMatchObject({ status: 200, body: { role: 'packer' } });
    expect(await open(link)).toMatchObject({ status: 400 });
    expect((await open(link, { do: 'create', ...login })).status).toBe(400);
    expect(await open(link, { do: 'accept' }, access)).toMatchObject({ status: 200 });

    expect(
      await change(manager, { do: 'invite', email: eve.toUpperCase(), role: 'packer' }),
    ).toMatchObject({
      status: 409,
      body: { reason: 'works_here' },
    });
    const log = await call(`${backend.origin}/api/staff/activity?area=staff&q=${login.username}`, {
      token: manager.token,
    });
    expect(log.body).toMatchObject({
      rows: [{ what: 'invited', by: 'Morag', words: `${login.username}, packer` }],
    });
  });

  test('an account accepts only as its owner, and not once the invitation is withdrawn, old or its manager gone', async () => {
    const manager = await newStaff(backend, 'manager');
    const [owner, stranger] = [
      await newShopper(backend, { billing: false }),
      await newShopper(backend, { billing: false }),
    ];
    const address = `${owner.id}@example.com`;
    let link = await invite(manager, address, 'marketer');
    const [{ id }] = await sql<[{ id: string }]>`
      select id from staff_invitations where email = ${address}`;
    await change(manager, { do: 'withdraw', invitation: id });
    expect(await open(link, { do: 'accept' }, owner.token)).toMatchObject({ status: 404 });

    link = await invite(manager, address, 'marketer');
    expect(await open(link)).toMatchObject({ body: { has_account: true } });
    expect(
      (await open(link, { do: 'create', username: 'x', password: 'correct horse' })).status,
    ).toBe(400);
    expect(await open(link, { do: 'accept' }, stranger.token)).toMatchObject({ status: 409 });
    expect(await open(link, { do: 'accept' })).toMatchObject({ status: 401 });
    await sql`update staff_invitations set at = at - interval '7 days' where email = ${address}`;
    expect(await open(link, { do: 'accept' }, owner.token)).toMatchObject({ status: 404 });
    await sql`update staff_invitations set at = now() where email = ${address}`;
    await sql`update staff set role = 'packer' where user_id = ${manager.id}`;
    expect(await open(link, { do: 'accept' }, owner.token)).toMatchObject({ status: 404 });
    await sql`update staff set role = 'manager' where user_id = ${manager.id}`;
    expect(await open(link, { do: 'accept' }, owner.token)).toMatchObject({
      body: { role: 'marketer' },
    });
    expect(await as(owner.token)).toMatchObject({ body: { role: 'marketer' } });
  });

  test('a manager changes a role, ends logins and access at once, but not their own; one manager remains', async () => {
    const [one, other] = [await newStaff(backend, 'manager'), await newStaff(backend, 'manager')];
    const packer = await newStaff(backend, 'packer');
    const staff = await staffIdOf(packer.id);
    const event = randomUUID();
    const role = { do: 'role_changed', event, staff, role: 'marketer' };
    expect(await change(one, role)).toMatchObject({ status: 200 });
    expect(await change(one, role)).toMatchObject({ status: 200 });
    expect(await as(packer.token)).toMatchObject({ body: { role: 'marketer' } });
    const now = await staffIdOf(packer.id);
    await change(one, { do: 'logged_out', staff: now });
    expect(await as(packer.token)).toMatchObject({ status: 401 });
    expect((await change(one, { do: 'left', staff: now })).status).toBe(200);
    expect(await change(one, { do: 'left', staff: now })).toMatchObject({
      status: 404,
      body: { reason: 'colleague_left' },
    });

    const [mine, theirs] = [await staffIdOf(one.id), await staffIdOf(other.id)];
    for (const own of [
      { do: 'left', staff: mine },
      { do: 'role_changed', staff: mine, role: 'packer' },
    ]) {
      expect(await change(one, own)).toMatchObject({ status: 409, body: { reason: 'own_access' } });
    }
    // Each ends the other's access at the same moment.
    const ended = await Promise.all([
      change(one, { do: 'left', staff: theirs }),
      change(other, { do: 'left', staff: mine }),
    ]);
    expect(ended.filter(({ status }) => status === 200)).toHaveLength(1);
    const [kept, lost] = ended[0]?.status === 200 ? [one, other] : [other, one];
    expect(await as(lost.token)).toMatchObject({ status: 401 });
    const team = await call(`${backend.origin}/api/staff/team`, { token: kept.token });
    expect(Team.parse(team.body).people.filter(({ own }) => own)).toHaveLength(1);
    expect(
      await sql`select 1 from team_events where about_id = ${theirs} or about_id = ${mine}`,
    ).toHaveLength(1);
  });
});
