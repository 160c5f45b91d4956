import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { isRecord } from '#domain/basics/record.ts';
import { loadCalls } from '#harness/function-server.ts';
import { call } from '../support/call.ts';
import { firstSettings } from '../support/first-settings.ts';
import { openBackend } from '../support/open-backend.ts';
import { sampleMailing } from '../support/sample-mailing.ts';
import { newGuest, newShopper } from '../support/shopper.ts';
import { springDiscount } from '../support/spring-discount.ts';
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

/** Permission for one call of staff. */
interface Row {
  method: 'GET' | 'POST';
  /** Path and query. */
  path: string;
  /** Well-formed body. The objects it names need not exist, because permissions are checked first. */
  json?: unknown;
  /** Roles allowed besides managers: none, one, or all staff. */
  may: 'nobody' | 'packer' | 'marketer' | 'everybody';
  /** Whether a recent login is required. */
  fresh: boolean;
  /** Whether the call itself takes the code. */
  code?: true;
}

const event = '00000000-0000-4000-8000-000000000000';

/** Calls that move money require a manager with a recent login. */
function money(name: string, json: unknown): Row {
  return { method: 'POST', path: `/api/staff/${name}`, json, may: 'nobody', fresh: true };
}

/** Calls about one's own authenticator app require any member of staff with a recent login. */
function ownApp(name: string, json: unknown): Row {
  const path = `/api/staff/second-factor/${name}`;
  return { method: 'POST', path, json, may: 'everybody', fresh: true };
}

/** A call that acts, but moves no money. */
function act(name: string, may: 'packer' | 'marketer', json: unknown): Row {
  return { method: 'POST', path: `/api/staff/${name}`, json, may, fresh: false };
}

/**
 * Rows for every staff call, by file name; several if permission depends on the body. Deliberately repeats
 * the permissions, so that all roles can be read in one place.
 */
const rows: Record<string, Row[]> = {
  'staff-foresee': [
    { ...money('foresee', { act: 'cancel', order: 999_999, items: null }), fresh: false },
  ],
  'staff-cancel': [
    money('cancel', { event, order: 999_999, items: null, reason: 'other', restock: true }),
  ],
  'staff-catalogue': [
    { method: 'GET', path: '/api/staff/catalogue?q=cap', may: 'marketer', fresh: false },
  ],
  'staff-files-catalogue-export': [
    {
      method: 'GET',
      path: '/api/staff-files/catalogue-export?format=csv',
      may: 'marketer',
      fresh: false,
    },
  ],
  'staff-files-picture-focus': [
    {
      method: 'POST',
      path: '/api/staff-files/picture-focus',
      json: { address: '/catalogue/front/hero.jpg', focus: { x: 0, y: 0 } },
      may: 'marketer',
      fresh: false,
    },
  ],
  'staff-files-catalogue-picture': [
    {
      method: 'POST',
      path: '/api/staff-files/catalogue-picture?slug=cap&name=cap.jpg',
      may: 'marketer',
      fresh: false,
    },
  ],
  'staff-files-catalogue-read': [
    {
      method: 'POST',
      path: '/api/staff-files/catalogue-read?name=cap.csv',
      may: 'marketer',
      fresh: false,
    },
  ],
  'staff-confirm-login': [
    {
      method: 'POST',
      path: '/api/staff/confirm-login',
      json: { password: 'nobody’s' },
      may: 'everybody',
      fresh: false,
      code: true,
    },
  ],
  'staff-complaints': [
    { method: 'GET', path: '/api/staff/complaints', may: 'nobody', fresh: false },
    {
      method: 'POST',
      path: '/api/staff/complaints',
      json: { complaint: event, outcome: 'Explained.' },
      may: 'nobody',
      fresh: false,
    },
  ],
  'staff-discounts': [
    { method: 'GET', path: '/api/staff/discounts', may: 'marketer', fresh: false },
  ],
  'staff-discount-make': [
    {
      method: 'POST',
      path: '/api/staff/discount-make',
      json: {
        change: event,
        terms: { ...springDiscount, name: 'Spring' },
      },
      may: 'marketer',
      fresh: false,
    },
  ],
  'staff-discount-pause': [
    {
      method: 'POST',
      path: '/api/staff/discount-pause',
      json: { change: event, discount: 1, paused: true },
      may: 'marketer',
      fresh: false,
    },
  ],
  'staff-discount-extend': [
    {
      method: 'POST',
      path: '/api/staff/discount-extend',
      json: { change: event, discount: 1, ends_at: null },
      may: 'marketer',
      fresh: false,
    },
  ],
  'staff-discount-codes': [
    {
      method: 'POST',
      path: '/api/staff/discount-codes',
      json: { change: event, discount: 1, count: 1 },
      may: 'marketer',
      fresh: false,
    },
  ],
  'staff-customers': [
    { method: 'GET', path: '/api/staff/customers?q=ada', may: 'packer', fresh: false },
  ],
  'staff-customer': [
    { method: 'GET', path: '/api/staff/customer?customer=1', may: 'packer', fresh: false },
  ],
  'staff-customer-note': [
    act('customer/note', 'packer', { event: randomUUID(), customer: 1, text: 'Rings twice.' }),
  ],
  'staff-customer-export': [money('customer/export', { event: randomUUID(), customer: 1 })],
  'staff-customer-erase': [money('customer/erase', { event: randomUUID(), customer: 1 })],
  'staff-customer-merge': [money('customer/merge', { event: randomUUID(), customer: 1, into: 2 })],
  'staff-templates': [
    { method: 'GET', path: '/api/staff/templates', may: 'packer', fresh: false },
    act('templates', 'packer', {
      template: event,
      seen: null,
      title: 'Hello',
      subject: 'Hello',
      text: 'Hello.',
    }),
  ],
  'staff-templates-remove': [act('templates/remove', 'packer', { template: randomUUID() })],
  'staff-message': [
    act('message', 'packer', {
      event: randomUUID(),
      checkout: randomUUID(),
      subject: 'Your order',
      text: 'It is late.',
    }),
  ],
  'staff-activity': [{ method: 'GET', path: '/api/staff/activity', may: 'nobody', fresh: false }],
  'staff-files-subscribers': [
    {
      method: 'GET',
      path: '/api/staff-files/subscribers?format=xlsx',
      may: 'marketer',
      fresh: false,
    },
  ],
  'staff-subscribers': [
    { method: 'GET', path: '/api/staff/subscribers', may: 'marketer', fresh: false },
    {
      method: 'POST',
      path: '/api/staff/subscribers',
      json: { subscription: event },
      may: 'marketer',
      fresh: false,
    },
  ],
  'staff-mailings': [{ method: 'GET', path: '/api/staff/mailings', may: 'marketer', fresh: false }],
  'staff-mailings-save': [
    act('mailings/save', 'marketer', { mailing: event, version: 0, content: sampleMailing }),
  ],
  'staff-mailings-test': [act('mailings/test', 'marketer', { mailing: randomUUID(), test: event })],
  'staff-mailings-send': [
    act('mailings/send', 'marketer', { mailing: randomUUID(), version: 1, people: 0, at: null }),
  ],
  'staff-mailings-halt': (['stop', 'resume', 'discard'] as const).map((what) =>
    act('mailings/halt', 'marketer', { mailing: randomUUID(), do: what }),
  ),
  'staff-categories': [
    { method: 'GET', path: '/api/staff/categories', may: 'marketer', fresh: false },
  ],
  'staff-stock': [
    { method: 'GET', path: '/api/staff/stock?show=low', may: 'packer', fresh: false },
  ],
  'staff-stock-colour': [
    { method: 'GET', path: '/api/staff/stock/colour?variant=1', may: 'packer', fresh: false },
  ],
  'staff-stock-adjust': [
    act('stock/adjust', 'packer', {
      event,
      why: 'counted',
      note: null,
      items: [{ variant_id: 1, seen: 0, now: 1 }],
    }),
  ],
  'staff-stock-limit': [act('stock/limit', 'packer', { variant_id: 1, low: 5 })],
  'staff-stock-expect': [
    act('stock/expect', 'packer', {
      delivery: event,
      variant_id: 1,
      units: 5,
      due_on: '2026-12-04',
      note: null,
    }),
  ],
  'staff-stock-arrive': [act('stock/arrive', 'packer', { delivery: randomUUID(), arrived: 5 })],
  'staff-scanned': [
    { method: 'GET', path: '/api/staff/scanned?code=BB-1', may: 'packer', fresh: false },
  ],
  'staff-product-order': [
    { method: 'GET', path: '/api/staff/product-order', may: 'marketer', fresh: false },
  ],
  'staff-figures': [
    { method: 'GET', path: '/api/staff/figures?period=week', may: 'nobody', fresh: false },
  ],
  'staff-payouts': [{ method: 'GET', path: '/api/staff/payouts', may: 'nobody', fresh: false }],
  'staff-quarters': [{ method: 'GET', path: '/api/staff/quarters', may: 'nobody', fresh: false }],
  'staff-quarter-file': [money('quarter-file', { event, quarter: '2025-07-01', seen: '' })],
  'staff-cart-reminders': [
    { method: 'GET', path: '/api/staff/cart-reminders', may: 'marketer', fresh: false },
    act('cart-reminders', 'marketer', { after_hours: null }),
  ],
  'staff-welcome-code': [
    { method: 'GET', path: '/api/staff/welcome-code', may: 'marketer', fresh: false },
    act('welcome-code', 'marketer', { terms: null }),
  ],
  'staff-visits': [
    { method: 'GET', path: '/api/staff/visits?period=week', may: 'marketer', fresh: false },
  ],
  'staff-health': [{ method: 'GET', path: '/api/staff/health', may: 'nobody', fresh: false }],
  'staff-team': [
    { method: 'GET', path: '/api/staff/team', may: 'nobody', fresh: false },
    money('team', { do: 'invite', event: randomUUID(), email: 'eve@example.com', role: 'packer' }),
    money('team', { do: 'withdraw', event: randomUUID(), invitation: event }),
    money('team', { do: 'role_changed', event: randomUUID(), staff: 999_999, role: 'packer' }),
    ...['logged_out', 'app_removed', 'left'].map((what) =>
      money('team', { do: what, event: randomUUID(), staff: 999_999 }),
    ),
  ],
  'staff-settings': [
    { method: 'GET', path: '/api/staff/settings', may: 'nobody', fresh: false },
    {
      method: 'POST',
      path: '/api/staff/settings',
      json: { change: event, seen: firstSettings, settings: firstSettings },
      may: 'nobody',
      fresh: false,
    },
  ],
  'staff-content': [{ method: 'GET', path: '/api/staff/content', may: 'marketer', fresh: false }],
  'staff-me': [{ method: 'GET', path: '/api/staff/me', may: 'everybody', fresh: false }],
  'staff-order': [{ method: 'GET', path: '/api/staff/order?order=1', may: 'packer', fresh: false }],
  'staff-orders': [
    { method: 'GET', path: '/api/staff/orders?list=all', may: 'packer', fresh: false },
    { method: 'GET', path: '/api/staff/orders?list=decide&q=Ada', may: 'packer', fresh: false },
  ],
  'staff-orders-for-print': [
    { method: 'GET', path: '/api/staff/orders-for-print?orders=1,2', may: 'packer', fresh: false },
  ],
  'staff-refund': [
    money('refund', {
      event,
      order: 999_999,
      items: [],
      shipping_pence: 0,
      goodwill_pence: 1,
      reason: 'other',
    }),
  ],
  'staff-refund-retry': [money('refund/retry', { event, order_refund: event })],
  'staff-refund-give-up': [money('refund/give-up', { event, order_refund: event })],
  'staff-payment-retry': [money('payment/retry', { event, checkout: event })],
  'staff-payment-settle': [
    money('payment/settle', { event, checkout: event, note: 'By bank transfer' }),
  ],
  'staff-payment-close-surplus': [
    money('payment/close-surplus', { event, checkout: event, note: 'Left to the shopper' }),
  ],
  'staff-second-factor-give': [{ ...ownApp('give', { code: '123456' }), fresh: false, code: true }],
  'staff-second-factor-confirm': [
    { ...ownApp('confirm', { factor: event, code: '123457' }), code: true },
  ],
  'staff-second-factor-remove': [{ ...ownApp('remove', { code: '123458' }), code: true }],
  'staff-second-factor-begin': [ownApp('begin', {})],
  'staff-return-ask': [
    act('return/ask', 'packer', { event, order: 999_999, kind: 'return', items: null }),
  ],
  'staff-return-receive': [
    act('return/receive', 'packer', {
      event,
      return: 999_999,
      items: [{ variant_id: 1, restocked: 1, written_off: 0 }],
    }),
  ],
  'staff-return-settle': [money('return/settle', { event, return: 999_999 })],
  'staff-return-refuse': [
    { ...money('return/refuse', { event, return: 999_999, reason: 'Worn' }), fresh: false },
  ],
  'staff-categories-rule': [act('categories/rule', 'marketer', { rule: { on_sale: true } })],
  'staff-edits': [
    { method: 'GET', path: '/api/staff/edits?subjects=menu', may: 'marketer', fresh: false },
  ],
  'staff-edits-save': [
    act('edits/save', 'marketer', {
      form: '/studio?pages',
      subjects: ['content/hero'],
      title: 'Home',
      input: null,
      writer: event,
      version: 0,
    }),
  ],
  'staff-release': [
    { method: 'GET', path: `/api/staff/release?release=${event}`, may: 'marketer', fresh: false },
  ],
  'staff-release-save': [
    act('release/save', 'marketer', {
      release: event,
      title: 'Spring',
      source: 'Studio',
      changes: {},
      options: {},
      // An outdated version, which is refused without saving.
      version: 99,
    }),
  ],
  'staff-release-preview': [act('release/preview', 'marketer', { release: event })],
  'staff-release-publish': [
    act('release/publish', 'marketer', { release: event, fingerprint: '' }),
  ],
  'staff-release-schedule': [
    act('release/schedule', 'marketer', {
      release: event,
      at: '2026-12-04T18:00:00Z',
      fingerprint: '',
    }),
  ],
  'staff-release-unschedule': [act('release/unschedule', 'marketer', { release: event })],
  'staff-release-discard': [act('release/discard', 'marketer', { release: event })],
  'staff-release-preview-undo': [act('release/preview-undo', 'marketer', { release: event })],
  'staff-release-undo': [
    act('release/undo', 'marketer', { release: event, undo: event, fingerprint: '' }),
  ],
  'staff-releases': [
    { method: 'GET', path: '/api/staff/releases?q=spring', may: 'marketer', fresh: false },
  ],
  'staff-publishing': [
    {
      method: 'GET',
      path: `/api/staff/publishing?release=${event}`,
      may: 'marketer',
      fresh: false,
    },
  ],
  'staff-return-photos': [
    {
      method: 'GET',
      path: '/api/staff/return-photos?order=999999',
      may: 'packer',
      fresh: false,
    },
  ],
  'staff-review': (['accept', 'refund'] as const).map((decision) =>
    money('review', { event, checkout: event, decision }),
  ),
  'staff-dispatch': [
    {
      method: 'POST',
      path: '/api/staff/dispatch',
      json: { parcels: [{ event: randomUUID(), order: 999_999, carrier: 'Evri' }] },
      may: 'packer',
      fresh: false,
    },
  ],
  'staff-export': [
    ...['click-and-drop', 'customs'].map((kind): Row => ({
      method: 'GET',
      path: `/api/staff/export?kind=${kind}&orders=999999`,
      may: 'packer',
      fresh: false,
    })),
    ...['accounts', 'movements'].map((kind): Row => ({
      method: 'GET',
      path: `/api/staff/export?kind=${kind}&from=2026-01-01&to=2026-01-31`,
      may: 'nobody',
      fresh: false,
    })),
    {
      method: 'GET',
      path: '/api/staff/export?kind=figures&period=month',
      may: 'nobody',
      fresh: false,
    },
  ],
  'staff-tracking': [
    {
      method: 'POST',
      path: '/api/staff/tracking',
      json: { event: randomUUID(), text: '999999,AB1' },
      may: 'packer',
      fresh: false,
    },
    {
      method: 'POST',
      path: '/api/staff/tracking',
      json: { event: randomUUID(), text: '999999,AB1', check: true },
      may: 'packer',
      fresh: false,
    },
  ],
  'staff-label': [
    {
      method: 'POST',
      path: '/api/staff/label',
      json: { event: randomUUID(), order: 999_999, label: null },
      may: 'packer',
      fresh: false,
    },
  ],
  'staff-apart': [
    {
      method: 'POST',
      path: '/api/staff/apart',
      json: { order: 999_999, apart: true },
      may: 'packer',
      fresh: false,
    },
  ],
  'staff-mail': [
    {
      method: 'POST',
      path: '/api/staff/mail',
      json: { event: randomUUID(), mail: randomUUID() },
      may: 'packer',
      fresh: false,
    },
  ],
  'staff-note': [
    {
      method: 'POST',
      path: '/api/staff/note',
      json: { event: randomUUID(), checkout: randomUUID(), text: 'A note' },
      may: 'packer',
      fresh: false,
    },
  ],
  'staff-link': [
    money('link', { event, order: 999_999, person: null, lines: [{ variant_id: 1, quantity: 1 }] }),
  ],
  'staff-link-end': [money('link/end', { checkout: event })],
  'staff-gift': [
    money('gift', {
      event,
      lines: [{ variant_id: 1, quantity: 1 }],
      person: {
        name: 'Ada',
        address: '1 High Street',
        email: 'ada@example.com',
        phone: '1',
        country: 'GB',
      },
      reason: 'Press',
    }),
  ],
  'staff-exchange': [
    money('exchange', {
      event,
      order: 999_999,
      items: [{ from: 1, to: 2, quantity: 1 }],
      kind: 'return',
    }),
  ],
  'staff-replace': [
    money('replace', {
      event,
      order: 999_999,
      items: [{ variant_id: 1, quantity: 1 }],
      reason: 'lost',
    }),
  ],
  'staff-edit': [
    money('edit', {
      event,
      order: 999_999,
      swaps: [],
      removed: [{ variant_id: 1, quantity: 1 }],
    }),
  ],
  'staff-email': [
    act('email', 'packer', { event: randomUUID(), order: 999_999, email: 'ada@example.com' }),
  ],
  'staff-deliver': [
    act('deliver', 'packer', { orders: [{ event: randomUUID(), order: 999_999 }] }),
  ],
  'staff-parcel-undo': [act('parcel/undo', 'packer', { event: randomUUID(), parcel: 999_999 })],
  'staff-parcel-deliver': [
    act('parcel/deliver', 'packer', { event: randomUUID(), parcel: 999_999 }),
  ],
  'staff-parcel-correct': [
    act('parcel/correct', 'packer', { event: randomUUID(), parcel: 999_999, carrier: 'Evri' }),
  ],
};

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

test('every call of the studio has a row', async () => {
  const names = (await loadCalls())
    .map(({ name }) => name)
    .filter((name) => name.startsWith('staff-'));
  expect(Object.keys(rows).toSorted()).toEqual(names.toSorted());
});

const table = Object.entries(rows).flatMap(([name, all]) =>
  all.map((row) => ({ name, about: JSON.stringify(row.json ?? row.path), row })),
);

/** Verdict on a call. `let in`: served, or refused only because an object is missing or in another state. */
function verdict({ status, body }: Awaited<ReturnType<typeof ask>>): string {
  const reason = isRecord(body) ? String(body.reason ?? '') : '';
  if (status < 300 || (reason !== '' && [400, 404, 409].includes(status))) return 'let in';
  // Let in, but with a wrong password or code.
  if (status === 400 && isRecord(body) && ('password' in body || 'code' in body)) return 'let in';
  return status === 403 ? reason : String(status);
}

describe.each(table)('$name $about', ({ row }) => {
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
      packer: ['packer', 'everybody'].includes(row.may) ? null : 'role_too_low',
      marketer: ['marketer', 'everybody'].includes(row.may) ? null : 'role_too_low',
      manager: null,
      old: row.fresh ? 'login_too_old' : null,
      codeless: row.code ? null : 'second_factor_missing',
    };
    expect(verdict(await ask(caller, row))).toBe(refusals[caller] ?? 'let in');
  });
});
