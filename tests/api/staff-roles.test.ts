import { beforeAll, describe, expect, test } from 'vitest';
import { isRecord } from '#domain/basics/record.ts';
import { loadCalls } from '#harness/function-server.ts';
import { call } from '../support/call.ts';
import { samplesOf } from '../support/contract-samples.ts';
import { firstSettings } from '../support/first-settings.ts';
import { openBackend } from '../support/open-backend.ts';
import { newGuest, newShopper } from '../support/shopper.ts';
import { springDiscount } from '../support/spring-discount.ts';
import { staffContracts } from '../support/staff-contracts.ts';
import { ageLogin, dismiss, hire, newStaff } from '../support/staff.ts';

/**
 * Callers. `old`: a manager whose login is older than half an hour. `codeless`: a manager with an
 * authenticator app whose login has not entered its code.
 */
const callers = [
  'anon',
  'guest',
  'shopper',
  'exStaff',
  'packer',
  'marketer',
  'manager',
  'old',
  'codeless',
] as const;
type Caller = (typeof callers)[number];

/** Roles allowed besides managers. */
type May = 'nobody' | 'packer' | 'marketer' | 'everybody';

/** Every call of the studio by who may make it. Deliberately repeats the permissions, to be read in one place. */
const permissions: Record<May, string> = {
  everybody: `
    GET me, POST confirm-login, POST second-factor/begin, POST second-factor/confirm,
    POST second-factor/give, POST second-factor/remove`,
  packer: `
    GET orders, GET order, GET orders-for-print, GET return-photos, GET scanned,
    GET export click-and-drop, GET export customs,
    GET stock, GET stock/colour, POST stock/adjust, POST stock/limit, POST stock/expect, POST stock/arrive,
    POST dispatch, POST tracking, POST deliver, POST parcel/undo, POST parcel/deliver, POST parcel/correct,
    POST label, GET labels, POST labels/quote, POST labels/buy, POST labels/void, GET papers/labels, POST apart, POST email, POST mail, POST note, POST message,
    GET templates, POST templates, POST templates/remove,
    GET customers, GET customer, POST customer/note,
    POST return/ask, POST return/receive`,
  marketer: `
    GET draw, POST draw-plan, POST draw-cancel,
    GET catalogue, GET product-order, GET categories, POST categories/rule, GET content,
    POST dead-links,
    GET catalogue-export, POST catalogue-read, POST catalogue-picture, POST picture-focus,
    GET edits, POST edits/save, GET releases, GET release, GET publishing,
    POST release/save, POST release/preview, POST release/publish, POST release/schedule,
    POST release/unschedule, POST release/discard, POST release/preview-undo, POST release/undo,
    GET mailings, POST mailings/save, POST mailings/test, POST mailings/send, POST mailings/halt,
    GET subscribers, POST subscribers, GET files/subscribers, GET cart-reminders, POST cart-reminders,
    GET welcome-code, POST welcome-code, GET visits,
    GET reviews, POST reviews/hide, POST reviews/show, POST reviews/answer,
    GET discounts, POST discount-make, POST discount-pause, POST discount-extend, POST discount-codes`,
  nobody: `
    POST foresee, POST cancel, POST refund, POST refund/retry, POST refund/give-up, POST edit,
    POST exchange, POST replace, POST gift, POST sale, POST link, POST link/end, POST review,
    POST refund/hand-over,
    POST payment/retry, POST payment/settle, POST payment/close-surplus,
    GET gift-cards, POST gift-card, POST store-credit,
    POST return/settle, POST return/refuse,
    POST customer/export, POST customer/erase, POST customer/merge,
    GET export accounts, GET export movements, GET export vat, GET export xero,
    GET export quickbooks, GET export quickbooks-credits, GET export stripe, GET export figures,
    GET figures, GET payouts, GET quarters, POST quarter-file,
    GET activity, GET complaints, POST complaints, GET health, GET settings, POST settings,
    GET team, POST team`,
};

/** Calls that require a recent login: they move money, hand over data or change who may do so. */
const fresh = new Set(
  names(`
    POST cancel, POST refund, POST refund/retry, POST refund/give-up, POST edit, POST exchange,
    POST replace, POST gift, POST sale, POST link, POST link/end, POST review, POST payment/retry,
    POST refund/hand-over, POST gift-card, POST store-credit,
    POST payment/settle, POST payment/close-surplus, POST return/settle, POST return/refuse,
    POST quarter-file,
    POST customer/export, POST customer/erase, POST customer/merge, POST team,
    POST second-factor/begin, POST second-factor/confirm, POST second-factor/remove`),
);

/** Calls that take the code of an authenticator app themselves. */
const takingCode = new Set(
  names(`
    POST confirm-login, POST second-factor/confirm, POST second-factor/give,
    POST second-factor/remove`),
);

function names(list: string): string[] {
  return list.trim().split(/,\s+/);
}

const may = new Map(
  Object.entries(permissions).flatMap(([role, list]) => names(list).map((name) => [name, role])),
);

/** A request of a call. The objects it names need not exist, because permissions are checked first. */
interface Row {
  name: string;
  method: 'GET' | 'POST';
  /** Path and query. */
  path: string;
  json?: unknown;
}

/** Values that a contract's form alone does not describe. */
const known = {
  order: 999_999,
  return: 999_999,
  staff: 999_999,
  kind: 'return',
  parcel: 999_999,
  email: 'eve@example.com',
  country: 'GB',
  form: '/studio?pages',
  from: '2026-01-01',
  to: '2026-01-31',
  due_on: '2026-12-04',
  quarter: '2025-07-01',
  at: '2030-12-04T18:00:00Z',
  rule: { on_sale: true },
  address: '/catalogue/front/hero.jpg',
  // An outdated version, which is refused without saving.
  version: 99,
};

const knownAt: Record<string, object> = {
  '/api/staff/export': { kind: undefined },
  '/api/staff-papers/labels': { labels: '2f1acc6e-9c0f-4d1f-8d5b-5b7a0f6f6c11' },
  '/api/staff/settings': { seen: firstSettings, settings: firstSettings },
  '/api/staff/draw-plan': {
    opens_at: '2030-12-04T18:00:00Z',
    closes_at: '2030-12-05T18:00:00Z',
    pieces: { '1': 1 },
  },
  '/api/staff/discount-make': { terms: { ...springDiscount, name: 'Spring' } },
};

const rows = (await staffContracts()).flatMap(({ method, path, takes, asked }) =>
  samplesOf(asked, { ...known, ...knownAt[path] }).map((sample): Row => {
    const short = path.replace(/^\/api\/staff-(files\/subscribers|papers\/labels)/, '$1');
    const called = `${method} ${short.replace(/^\/api\/staff(?:-files)?\//, '')}`;
    const fields = Object.entries(isRecord(sample) ? sample : {});
    const kind = called === 'GET export' ? ` ${String(Object.fromEntries(fields)['kind'])}` : '';
    const name = called + kind;
    if (takes === 'json') return { name, method, path, json: sample };
    const query = new URLSearchParams(fields.map(([field, value]) => [field, String(value)]));
    return { name, method, path: `${path}?${query}` };
  }),
);

const { backend } = await openBackend();
const tokens: Record<Caller, string | null> = {
  anon: null,
  guest: null,
  shopper: null,
  exStaff: null,
  packer: null,
  marketer: null,
  manager: null,
  old: null,
  codeless: null,
};

beforeAll(async () => {
  const former = await newShopper(backend, { billing: false });
  await hire(backend.database, former.id, 'manager');
  await dismiss(backend.database, former.id);
  const tired = await newStaff(backend, 'manager');
  await ageLogin(backend.database, tired.id);
  tokens.guest = (await newGuest(backend)).token;
  tokens.shopper = (await newShopper(backend, { billing: false })).token;
  tokens.exStaff = former.token;
  tokens.packer = (await newStaff(backend, 'packer')).token;
  tokens.marketer = (await newStaff(backend, 'marketer')).token;
  tokens.manager = (await newStaff(backend, 'manager')).token;
  tokens.old = tired.token;
  const codeless = await newStaff(backend, 'manager');
  await backend.database.sql`
    insert into auth.mfa_factors (user_id, factor_type, status) values (${codeless.id}, 'totp', 'verified')`;
  tokens.codeless = codeless.token;
});

async function ask(caller: Caller, { method, path: address, json }: Row) {
  const { status, body } = await call(backend.origin + address, {
    method,
    token: tokens[caller],
    ...(method === 'POST' && { json: json ?? {} }),
  });
  return { status, body };
}

test('every call of the studio is in one list', () => {
  const listed = Object.values(permissions).flatMap(names);
  expect(listed.toSorted()).toEqual([...new Set(rows.map(({ name }) => name))].toSorted());
});

test('every route of the studio has a contract', async () => {
  const routes = (await loadCalls()).filter(({ name }) => name.startsWith('staff-'));
  const contracted = rows.map(({ path }) => path.replace(/\?.*/, ''));
  expect(routes.map(({ path }) => path).toSorted()).toEqual([...new Set(contracted)].toSorted());
});

/** Verdict on a call. `let in`: served, or refused only because an object is missing or in another state. */
function verdict({ status, body }: Awaited<ReturnType<typeof ask>>): string {
  const reason = isRecord(body) ? String(body.reason ?? '') : '';
  if (status < 300 || (reason !== '' && [400, 404, 409].includes(status))) return 'let in';
  // Let in, but with a wrong password or code.
  if (status === 400 && isRecord(body) && ('password' in body || 'code' in body)) return 'let in';
  return status === 403 ? reason : String(status);
}

describe.each(rows)('$name $json $path', (row) => {
  const role = may.get(row.name) ?? '';

  test('requires a login', async () => {
    const body = { detail: 'Please log in again.' };
    expect(await ask('anon', row)).toEqual({ status: 401, body });
  });

  test('refuses guests', async () => {
    expect(verdict(await ask('guest', row))).toBe('account_required');
  });

  test.each(['shopper', 'exStaff'] as const)('%s: 404', async (caller) => {
    expect(await ask(caller, row)).toEqual({ status: 404, body: { detail: 'Not found.' } });
  });

  test('malformed requests of shoppers: 404', async () => {
    const { pathname } = new URL(row.path, backend.origin);
    const forms =
      row.method === 'GET'
        ? [{ method: 'GET' }]
        : [
            { method: 'POST', json: { event: 'x' } },
            { method: 'POST', raw: '{' },
            { method: 'POST', raw: '{}', headers: { 'content-type': 'text/csv' } },
          ];
    for (const form of forms) {
      const reply = await call(`${backend.origin}${pathname}?order=hats&orders=hats`, {
        ...form,
        token: tokens.shopper,
      });
      expect(reply).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
    }
  });

  test.each(['packer', 'marketer', 'manager', 'old', 'codeless'] as const)('%s', async (caller) => {
    const refusals = {
      packer: ['packer', 'everybody'].includes(role) ? null : 'role_too_low',
      marketer: ['marketer', 'everybody'].includes(role) ? null : 'role_too_low',
      manager: null,
      old: fresh.has(row.name) ? 'login_too_old' : null,
      codeless: takingCode.has(row.name) ? null : 'second_factor_missing',
    };
    expect(verdict(await ask(caller, row))).toBe(refusals[caller] ?? 'let in');
  });
});
