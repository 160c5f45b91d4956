import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Health } from '#domain/wire/health.ts';
import { scheduler } from '#server/jobs/scheduler.ts';
import runJobs from '../../netlify/functions/jobs.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { call } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import { newShopper } from '../support/shopper.ts';
import { startRecordingServer } from '../support/recording-server.ts';
import { createWire } from '../support/wire.ts';

const hook = await startRecordingServer();
process.env['NETLIFY_BUILD_HOOK'] = `${hook.origin}/build_hooks/abc`;
const wire = createWire();
const { backend, shop, purchases } = await openBackend({ wire, mails: true });
const { sql } = backend.database;
afterAll(async () => {
  delete process.env['NETLIFY_BUILD_HOOK'];
  await hook.close();
});

/** Undoes the trouble of a test. */
let undo: (() => Promise<unknown>) | undefined;

beforeEach(async () => {
  await sql`update jobs set ok_at = now(), looked_at = now() + interval '2 days', again_at = null`;
  await sql`truncate job_runs, stripe_payouts, stripe_entries`;
  await sql`truncate catalogue_changes, stale_answers, last_site_build`;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(async () => {
  await undo?.();
  await afterwardsDone();
  undo = undefined;
  vi.restoreAllMocks();
});

/** Seconds by which the clock is ahead: answers are reused for ten. */
let ahead = 0;

/** Asks at a time when no earlier answer is reused. */
async function ask(times = 1): Promise<{ status: number; reasons: string[]; body: unknown }> {
  ahead += 11;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead * 1000 });
  try {
    const replies = await Promise.all(
      Array.from({ length: times }, (_, n) => call(`${backend.origin}/api/health?${n}`)),
    );
    const [{ status, body } = { status: 0, body: null }] = replies;
    return { status, reasons: Health.parse(body).troubles.map(({ reason }) => reason), body };
  } finally {
    vi.useRealTimers();
  }
}

async function age(session: string, minutes: number): Promise<void> {
  await sql`
    update checkouts set created_at = now() - make_interval(mins => ${minutes})
    where stripe_session_id = ${session}`;
}

const well = { status: 200, reasons: [] };
const ill = (...reasons: string[]) => ({ status: 503, reasons });

test('a healthy shop answers 200, by one round trip to the database and one to Auth', async () => {
  wire.watch();
  expect(await ask()).toMatchObject(well);
  expect(wire.calls().toSorted()).toEqual(['database GET /auth/v1/health', 'database health']);
});

test('asking a hundred times costs no more than once', async () => {
  wire.watch();
  expect(await ask(100)).toMatchObject(well);
  expect(wire.calls()).toHaveLength(2);
});

test('the CDN keeps the answer as well, whatever the query, and browsers do not', async () => {
  const { headers } = await call(`${backend.origin}/api/health?x=1`);
  expect(headers.get('netlify-cdn-cache-control')).toBe('public, s-maxage=10');
  expect(headers.get('netlify-vary')).toBe('query=none');
  expect(headers.get('cache-control')).toBe('no-store');
});

describe('a database or Auth that does not answer is named', () => {
  test('both, when Supabase is away', async () => {
    wire.watch({ at: 1, fault: 'killed after' });
    expect(await ask()).toMatchObject(ill('database', 'auth'));
    wire.watch();
    expect(await ask()).toMatchObject(well);
  });

  test('Auth alone', async () => {
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) =>
      new Request(input).url.includes('/auth/v1/health')
        ? new Response('upstream', { status: 502 })
        : real(input, init),
    );
    undo = async () => vi.unstubAllGlobals();
    expect(await ask()).toMatchObject(ill('auth'));
  });
});

/** Statements that make a trouble, those that just do not, and those that end it. */
const troubles: [reason: string, name: string, ill: string, well: string, end: string][] = [
  [
    'job_late',
    'a job of every five minutes not completed for fifteen',
    `update jobs set ok_at = now() - interval '15 minutes 1 second' where name = 'mail-sweep'`,
    `update jobs set ok_at = now() - interval '14 minutes' where name = 'mail-sweep'`,
    'update jobs set ok_at = now()',
  ],
  [
    'job_late',
    'a nightly job not completed for more than a day',
    `update jobs set ok_at = now() - interval '26 hours 1 second' where name = 'data-prune'`,
    `update jobs set ok_at = now() - interval '25 hours' where name = 'data-prune'`,
    'update jobs set ok_at = now()',
  ],
  [
    'change_unbuilt',
    'a catalogue change without a build for two hours',
    `insert into catalogue_changes (changed_at) values (now() - interval '2 hours 1 second')`,
    `insert into catalogue_changes (changed_at, urgent) values (now() - interval '3 hours', false)`,
    'truncate catalogue_changes',
  ],
  [
    'payout_unreconciled',
    'a payout not reconciled for three days',
    `insert into stripe_payouts values
       ('po_late', 1, 'gbp', 'paid', true, true, now() - interval '72 hours 1 second', now(), now())`,
    `insert into stripe_payouts values
       ('po_1', 1, 'gbp', 'paid', true, true, now() - interval '71 hours', now(), now(), null),
       ('po_2', 1, 'gbp', 'paid', true, true, now() - interval '80 hours', now(), now(), now()),
       ('po_by_hand', 1, 'gbp', 'paid', true, null, now() - interval '80 hours', now(), now(), now())`,
    'truncate stripe_payouts, stripe_entries',
  ],
  [
    'data_contradictory',
    'an invariant violated at the last check',
    `insert into job_runs (job, lease_until, ended_at, outcome, counts)
     values ('invariants', now(), now(), 'done', '{"stock is never negative": 2}')`,
    `insert into job_runs (job, started_at, lease_until, ended_at, outcome, counts)
     values ('invariants', now() - interval '1 day', now(), now(), 'done', '{"stock is never negative": 2}');
     insert into job_runs (job, lease_until, ended_at, outcome) values ('invariants', now(), now(), 'done')`,
    'truncate job_runs',
  ],
];

test.each(troubles)('%s: %s', async (reason, _name, makesIll, almost, end) => {
  await sql.unsafe(almost);
  expect(await ask()).toMatchObject(well);
  await sql.unsafe(end);
  await sql.unsafe(makesIll);
  expect(await ask()).toMatchObject(ill(reason));
});

describe('what shoppers are owed', () => {
  test('mail_late: an e-mail due for half an hour, tried or not', async () => {
    const { id } = await newShopper(backend);
    const { checkout_id } = await shop.open(id, [{ sku: await shop.newSku(5), quantity: 1 }]);
    await shop.complete(checkout_id);
    undo = () => sql`update mail_outbox set status = 'parked' where status = 'due'`;
    await sql`update mail_outbox set due_at = now() - interval '29 minutes' where status = 'due'`;
    expect(await ask()).toMatchObject(well);
    await sql`
      update mail_outbox set attempts = 3, created_at = now() - interval '31 minutes',
        due_at = now() + interval '20 minutes' where status = 'due'`;
    expect(await ask()).toMatchObject(ill('mail_late'));
  });

  test('checkout_unfinished: a paid checkout without an order for 45 minutes', async () => {
    const { session, shopper } = await purchases.paidInSilence();
    undo = () => shopper.comeBack(session);
    await age(session, 44);
    expect(await ask()).toMatchObject(well);
    await age(session, 46);
    expect(await ask()).toMatchObject(ill('checkout_unfinished'));
  });

  test('refund_owed: a payment that could not be supplied, for an hour', async () => {
    const sku = await shop.newSku(5);
    const { checkout_id } = await shop.open((await newShopper(backend)).id, [{ sku, quantity: 2 }]);
    await shop.letHoldsRunOut(checkout_id);
    await sql`update color_variants set quantity = 0 where id = ${sku.variant_id}`;
    await shop.complete(checkout_id);
    undo = () => shop.refund(checkout_id, 're_health');
    expect(await ask()).toMatchObject(well);
    await sql`update checkouts set closed_at = now() - interval '61 minutes' where id = ${checkout_id}`;
    expect(await ask()).toMatchObject(ill('refund_owed'));
  });
});

describe('build_late: a build requested two hours ago', () => {
  const real = globalThis.fetch;

  /** Serves `/build.json` of a build that began some hours ago. */
  function liveSince(hours: number): void {
    const began_at = new Date(Date.now() - hours * 3_600_000).toISOString();
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) =>
      new Request(input).url.endsWith('/build.json')
        ? Response.json({ name: 'b', began_at, noted: true, built_at: began_at })
        : real(input, init),
    );
    undo = async () => vi.unstubAllGlobals();
  }

  test.each([
    [2.5, well],
    [4, ill('build_late')],
  ])('and a live one that began %s hours ago', async (hours, expected) => {
    await sql`insert into last_site_build (asked_at) values (now() - interval '3 hours')`;
    liveSince(hours);
    expect(await ask()).toMatchObject(expected);
  });
});

test('names, addresses, ids and amounts are in no answer', async () => {
  const { session, shopper } = await purchases.paidInSilence();
  undo = () => shopper.comeBack(session);
  await age(session, 60);
  await sql`update jobs set ok_at = now() - interval '2 days'`;
  const { body } = await ask();
  expect(JSON.stringify(body)).not.toMatch(/@|[0-9a-f]{8}-|cs_test|£|\d pence/);
});

/** A job that works. */
const done = async () => ({ default: async () => ({ counts: { rows: 2, none: 0 } }) });

/** A job that fails. */
const failing = async () => ({
  default: async () => {
    throw new Error('Stripe is away');
  },
});

describe('the scheduled function', () => {
  test('does nothing but look when nothing is due', async () => {
    wire.watch();
    await runJobs();
    expect(wire.calls()).toEqual(['database take_due_jobs']);
  });

  test('runs all jobs that are due, and records each', async () => {
    await sql`update jobs set looked_at = now() - interval '2 days'`;
    await runJobs();
    const runs = await sql`select job::text, outcome::text from job_runs order by job`;
    expect(runs).toContainEqual({ job: 'refund-sweep', outcome: 'done' });
    expect(runs).toContainEqual({ job: 'data-prune', outcome: 'done' });
    expect(runs).toContainEqual({ job: 'invariants', outcome: 'done' });
    expect(runs.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
    expect(await ask()).toMatchObject(well);
  });

  test('on a developer’s machine runs one by name, due or not', async () => {
    const answer = await runJobs(
      new Request(`${backend.origin}/.netlify/functions/jobs?run=data-prune`),
    );
    expect(await answer.json()).toEqual({ ran: ['data-prune'] });
    await expect(runJobs(new Request(`${backend.origin}/?run=x`))).rejects.toThrow(
      'No job is called x',
    );
  });

  test('records a failure without stopping the other jobs', async () => {
    await sql`
      update jobs set looked_at = now() - interval '2 days' where name in ('data-prune', 'refund-sweep', 'invariants')`;
    const run = scheduler({
      'release-sweep': done,
      'mailing-sweep': done,
      'site-build': done,
      'mail-sweep': done,
      'checkout-sweep': done,
      'refund-sweep': failing,
      'cart-sweep': done,
      'stock-report': done,
      'payout-sweep': done,
      'data-prune': done,
      invariants: async () => ({ default: async () => ({ counts: {}, cutShort: true }) }),
    });
    await run();
    expect(await sql`select job::text, outcome::text, counts from job_runs order by job`).toEqual([
      { job: 'data-prune', outcome: 'done', counts: { rows: 2 } },
      { job: 'invariants', outcome: 'unfinished', counts: {} },
      { job: 'refund-sweep', outcome: 'failed', counts: {} },
    ]);
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('Stripe is away'));
  });
});
