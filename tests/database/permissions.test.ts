import { describe, expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf } from '../support/shop-database.ts';

// Functions come from the database itself, so a new one is tested without being named.
const { shop, sql } = await openDatabase();

interface Guarded {
  name: string;
  /** A call with null for each argument. */
  call: string;
  /** The act that it requires; null where a login is enough. */
  act: string | null;
}

const guard = String.raw`\mrequire_(staff|employment|session|own_order)\(`;
const requiredAct = String.raw`require_staff\('(\w+)'`;
const guarded = await sql<Guarded[]>`
  select proname as name,
    format('public.%I(%s)', proname, (
      select string_agg('null::' || type::text, ', ' order by place)
      from unnest(proargtypes::regtype[]) with ordinality args (type, place))) as call,
    substring(prosrc from ${requiredAct}) as act
  from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ ${guard} order by proname`;

test('no function takes the session of its caller as a parameter', async () => {
  const found = await sql`
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace and 'p_auth_session' = any (proargnames)`;
  expect([...found]).toEqual([]);
});

test('no function names a role: what it may do is in the table of permissions', async () => {
  const found = await sql`
    select proname from pg_proc, unnest(enum_range(null::staff_role)) role
    where pronamespace = 'public'::regnamespace and position(quote_literal(role) in prosrc) > 0`;
  expect([...found]).toEqual([]);
});

test('every function named for staff or shoppers checks its caller', async () => {
  const open = await sql<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and proname ~ '^(staff|shopper|account)_'
      and prosrc !~ ${guard} order by proname`;
  // Parts of other functions, sweeps, mailed links and npm run staff.
  expect(open.map(({ name }) => name)).toEqual([
    'account_email',
    'account_of_email',
    'shopper_cancel',
    'shopper_order',
    'staff_account',
    'staff_addresses',
    'staff_at_work',
    'staff_candidate',
    'staff_counts',
    'staff_decision_mail_content',
    'staff_list',
    'staff_may',
    'staff_money',
    'staff_order_mail_content',
    'staff_order_mail_may_go',
    'staff_release_mail_content',
    'staff_rows',
  ]);
});

describe('without a caller and a live session of theirs', async () => {
  const [user, other] = [await shop.newShopper(), await shop.newShopper()];
  const headers = {
    'no header': '',
    'other headers': '{"x-forwarded-for": "198.51.100.7"}',
    'no session': JSON.stringify({ 'x-caller-user': user }),
    'no user': JSON.stringify({ 'x-caller-session': user }),
    'the session of somebody else': JSON.stringify({
      'x-caller-user': user,
      'x-caller-session': other,
    }),
  };

  test.each(guarded.filter(({ name }) => name !== 'ask_stock_alert'))(
    '$name refuses',
    async ({ call }) => {
      const refused: Record<string, string | undefined> = {};
      for (const [about, given] of Object.entries(headers)) {
        const asked = sql`
          select ${sql.unsafe(call)} from set_config('request.headers', ${given}, true)`;
        refused[about] = (await refusalOf(asked))?.reason;
      }
      const ended = Object.keys(headers).map((about) => [about, 'session_ended']);
      expect(refused).toEqual(Object.fromEntries(ended));
    },
  );
});

describe('a guest', async () => {
  const guest = await shop.newShopper({ guest: true });
  const checkout = new Set([
    'claim_draw_piece',
    'find_purchase',
    'open_checkout',
    'save_billing_info',
    'shopper_note',
    'shopper_save_note',
  ]);

  test.each(guarded)(
    'may call $name only if it is part of the checkout',
    async ({ name, call }) => {
      const refusal = await refusalOf(sql`select ${sql.unsafe(call)} from ${acting(sql, guest)}`);
      expect(refusal?.reason !== 'account_required').toBe(checkout.has(name));
    },
  );
});

describe('a new role', async () => {
  const user = await shop.newShopper();
  await sql`alter type staff_role add value 'accountant'`;
  await sql`
    insert into permissions (role, act)
    select 'accountant', unnest(array['use_studio', 'export_accounts', 'answer_complaints']::staff_act[])`;
  await sql`insert into staff (user_id, name, role) values (${user}, 'Ada', 'accountant')`;
  const granted = ['use_studio', 'export_accounts', 'answer_complaints'];

  test.each(guarded.flatMap(({ act, ...rest }) => (act === null ? [] : [{ act, ...rest }])))(
    'may call $name only if granted $act',
    async ({ call, act }) => {
      const refusal = await refusalOf(sql`select ${sql.unsafe(call)} from ${acting(sql, user)}`);
      expect(refusal?.reason === 'role_too_low').toBe(!granted.includes(act));
    },
  );

  test('gets its acts and the e-mails about them', async () => {
    const [{ me }] = await sql<[{ me: unknown }]>`
      select to_jsonb(staff_me()) as me from ${acting(sql, user)}`;
    expect(me).toMatchObject({ role: 'accountant', acts: granted, counts: null });
    await sql`update profiles set email_confirmed_at = now() where user_id = ${user}`;
    const [mailed] = await sql`
      select staff_addresses('staff_complaint') as complaint, staff_addresses('staff_order') as "order"`;
    expect(mailed).toEqual({ complaint: [`${user}@example.com`], order: [] });
  });

  test('is refused an unknown act, and none', async () => {
    const unknown = sql`select require_staff(${'rule'}::text::staff_act) from ${acting(sql, user)}`;
    expect(await refusalOf(unknown)).toMatchObject({ code: '22P02' });
    const unnamed = sql`select require_staff(null) from ${acting(sql, user)}`;
    expect(await refusalOf(unnamed)).toMatchObject({ code: 'PT403', reason: 'role_too_low' });
  });
});
