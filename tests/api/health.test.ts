import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Health } from '#domain/contracts/health.ts';
import { troubleMessages } from '#server/messages/health-troubles.ts';
import { projectFolder } from '#local/settings.ts';
import { scheduler } from '#server/jobs/scheduler.ts';
import runJobs from '../../netlify/functions/jobs.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { call } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import { newDraw } from '../support/new-draw.ts';
import { newShopper } from '../support/shopper.ts';
import { startRecordingServer } from '../support/recording-server.ts';
import { newStaff } from '../support/staff.ts';
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
  await sql`truncate catalogue_changes, stale_answers, last_site_build cascade`;
  await sql`delete from draws`;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(async () => {
  await undo?.();
  await afterwardsDone();
  undo = undefined;
  wire.watch();
  vi.restoreAllMocks();
});

/** The handler of a function that has just started; otherwise the backend's answers. */
let coldStart: ((request: Request) => Promise<Response>) | undefined;

/** Seconds by which the clock is ahead: answers are reused for ten. */
let ahead = 0;

/** Asks at a time when no earlier answer is reused. */
async function ask(times = 1): Promise<{ status: number; reasons: string[]; body: unknown }> {
  ahead += 11;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead * 1000 });
  try {
    const replies = await Promise.all(
      Array.from({ length: times }, async (_, n) => {
        const address = `${backend.origin}/api/health?${n}`;
        if (!coldStart) return call(address);
        const answer = await coldStart(new Request(address));
        return { status: answer.status, body: await answer.json() };
      }),
    );
    const [{ status, body } = { status: 0, body: null }] = replies;
    return { status, reasons: Health.parse(body).troubles.map(({ reason }) => reason), body };
  } finally {
    vi.useRealTimers();
  }
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

/** Fetches something else instead, until the test is over. */
function intercept(ending: string, answer: () => Response): void {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    new URL(new Request(input).url).pathname.endsWith(ending) ? answer() : real(input, init),
  );
}

/** Serves `/build.json` of a build that began some hours ago. */
function liveSince(hours: number): void {
  const began_at = new Date(Date.now() - hours * 3_600_000).toISOString();
  intercept('/build.json', () =>
    Response.json({ name: 'b', began_at, noted: true, built_at: began_at }),
  );
}

/** Shoppers press CHECKOUT at once. */
async function pressCheckout(times: number): Promise<void> {
  const sku = await shop.newSku(9);
  await Promise.all(
    Array.from({ length: times }, async () =>
      (await newShopper(backend)).checkOut([{ sku, quantity: 1 }]),
    ),
  );
  await afterwardsDone();
}

/** A shopper presses CHECKOUT again and again. */
async function keepPressing(times: number): Promise<void> {
  const sku = await shop.newSku(9);
  const shopper = await newShopper(backend);
  for (let press = 0; press < times; press += 1) await shopper.checkOut([{ sku, quantity: 1 }]);
  await afterwardsDone();
}

/** Every payment page fails, until the test is over. */
async function breakPages(outcome: 400 | 401 | 500 | 'drop'): Promise<void> {
  await backend.stripe.fail({
    method: 'POST',
    path: '/v1/checkout/sessions',
    outcome,
    times: 99,
  });
  undo = async () => {
    await backend.stripe.reset();
    await pressCheckout(1);
  };
}

/** A payment that could not be supplied, whose refund is in a state. */
async function soldOut(state: 'owed' | 'pending' | 'returned'): Promise<void> {
  const sku = await shop.newSku(5);
  const { checkout_id } = await shop.open((await newShopper(backend)).id, [{ sku, quantity: 2 }]);
  await shop.letHoldsRunOut(checkout_id);
  await sql`update color_variants set quantity = 0 where id = ${sku.variant_id}`;
  await shop.complete(checkout_id);
  if (state !== 'owed') {
    await sql`
      insert into refunds (payment_id, amount_pence, state, source, stripe_refund_id, settled_at)
      select id, charged_pence, ${state === 'pending' ? 'pending' : 'failed'}, 'shop', ${`re_${checkout_id}`},
        ${state === 'pending' ? null : sql`now() - interval '59 minutes'`}
      from payments where checkout_id = ${checkout_id}`;
  }
  await sql`
    update checkouts set closed_at = now() - interval '61 minutes' where id = ${checkout_id}`;
  undo = async () => {
    await sql`
      update refunds set state = 'failed', settled_at = now()
      where stripe_refund_id = ${`re_${checkout_id}`}`;
    await shop.refund(checkout_id, 're_health');
  };
}

/** An e-mail that waits: `created` and `due` are minutes ago. */
async function mailWaits(created: number, due: number, attempts: number): Promise<void> {
  const { id } = await newShopper(backend);
  const { checkout_id } = await shop.open(id, [{ sku: await shop.newSku(5), quantity: 1 }]);
  await shop.complete(checkout_id);
  await sql`update mail_outbox set sent_at = now() - interval '1 day' where status = 'sent'`;
  await sql`
    update mail_outbox set attempts = ${attempts}, created_at = now() - make_interval(mins => ${created}),
      due_at = now() - make_interval(mins => ${due})
    where status = 'due'`;
  undo = async () => {
    await sql`update mail_outbox set status = 'parked' where status = 'due'`;
  };
}

/** A checkout, as its payment page is by default, or behind a mailed link. */
async function checkoutEnds(minutesAgo: number, status = 'open', byLink = false): Promise<void> {
  const { session, shopper } = await purchases.paidInSilence();
  await sql`
    update checkouts set status = ${status}, by_link = ${byLink},
      session_expires_at = now() - make_interval(mins => ${minutesAgo})
    where stripe_session_id = ${session}`;
  undo = async () => {
    await sql`update checkouts set by_link = false where stripe_session_id = ${session}`;
    await shopper.comeBack(session);
  };
}

/** Runs of a job, the latest last: each ended so, or hangs beyond its lease. */
async function runsEnded(job: string, ...ends: ('done' | 'failed' | 'died' | 'hangs' | 'runs')[]) {
  await sql`update jobs set ok_at = now() - interval '4 minutes' where name = ${job}::job`;
  for (const [place, end] of ends.entries()) {
    const open = end === 'hangs' || end === 'runs';
    await sql`
      insert into job_runs (job, started_at, lease_until, ended_at, outcome)
      values (${job}, now() - make_interval(secs => ${100 - 20 * place}),
        now() + make_interval(secs => ${end === 'runs' ? 20 : -1}),
        ${open ? null : sql`now()`}, ${open ? null : end})`;
  }
  if (ends.at(-1) === 'done') await sql`update jobs set ok_at = now() where name = ${job}::job`;
}

/** Ended sweeps of the checkouts, with the number that each could not settle. */
async function sweeps(...stuck: number[]): Promise<void> {
  for (const [place, number] of stuck.entries()) {
    await sql`
      insert into job_runs (job, started_at, lease_until, ended_at, outcome, counts)
      values ('checkout-sweep', now() - make_interval(mins => ${10 - 5 * place}), now(), now(), 'done',
        ${sql.json(number > 0 ? { stuck: number } : {})})`;
  }
}

/** A draw that closed some minutes ago. */
async function drawWaits(minutes: number): Promise<void> {
  await newDraw(backend.database, await shop.newSku(1), 1, -minutes);
}

/** A label that was decided some minutes ago, without a failed attempt. */
async function labelWaits(minutes: number, state = 'wanted') {
  const { order_id: order } = await shop.complete(
    (await shop.open(await shop.newShopper(), [{ sku: await shop.newSku(5), quantity: 1 }]))
      .checkout_id,
  );
  const { id: user } = await newStaff(backend, 'packer');
  await sql`
    insert into labels (order_id, orders, contents, state, carrier, quote, service, posted_with, tracker, staff_id,
      wanted_at, due_at, purchase, bought_at)
    select ${order}, array[${order}::bigint], '', ${state}, 'shippo', '', '', '', '', id,
      now() - make_interval(mins => ${minutes}), 'infinity',
      case when ${state} <> 'wanted' then 'p' end, case when ${state} <> 'wanted' then now() end
    from staff where user_id = ${user}`;
  undo = async () => {
    await sql`delete from labels where order_id = ${order}`;
  };
}

/** A state of the shop. */
type Play = [name: string, act: () => unknown];

/** Each reason: faults that raise it, and ordinary trade close to them that does not. */
const plays: Record<keyof typeof troubleMessages, { faults: Play[]; ordinary: Play[] }> = {
  settings: {
    faults: [
      [
        'a missing variable',
        async () => {
          vi.resetModules();
          vi.stubEnv('SIGNING_SECRET', '');
          const { default: health } = await import('#handlers/shop/health.ts');
          coldStart = health;
          undo = async () => {
            coldStart = undefined;
            vi.unstubAllEnvs();
          };
        },
      ],
    ],
    ordinary: [],
  },
  database: {
    faults: [['Supabase is away', () => wire.watch({ at: 1, fault: 'killed after' })]],
    ordinary: [],
  },
  auth: {
    faults: [
      ['Auth alone', () => intercept('/auth/v1/health', () => new Response('', { status: 502 }))],
    ],
    ordinary: [],
  },
  payments: {
    faults: (
      [
        ['refuses', 400],
        ['has revoked the key', 401],
        ['is broken', 500],
        ['is out of reach', 'drop'],
      ] as const
    ).map(([name, outcome]) => [
      `Stripe ${name}`,
      async () => {
        await breakPages(outcome);
        await (outcome === 400 ? pressCheckout(5) : keepPressing(5));
      },
    ]),
    ordinary: [
      [
        'five refusals of one shopper’s data',
        async () => {
          await breakPages(400);
          await keepPressing(5);
          await pressCheckout(3);
        },
      ],
      [
        'four pages that failed',
        async () => {
          await breakPages(401);
          await pressCheckout(4);
        },
      ],
      [
        'five that failed before one that opened',
        async () => {
          await breakPages(401);
          await pressCheckout(5);
          await undo?.();
        },
      ],
    ],
  },
  job_late: {
    faults: [
      [
        'a job of every five minutes not completed for fifteen',
        () =>
          sql`update jobs set ok_at = now() - interval '15 minutes 1 second' where name = 'checkout-sweep'`,
      ],
      [
        'a nightly job not completed for a day and two hours',
        () =>
          sql`update jobs set ok_at = now() - interval '26 hours 1 second' where name = 'data-prune'`,
      ],
      ['a run that hangs at the end of its lease', () => runsEnded('refund-sweep', 'hangs')],
      ['one that died, while the next runs', () => runsEnded('refund-sweep', 'died', 'runs')],
      ['a nightly job that fails twice', () => runsEnded('data-prune', 'failed', 'failed')],
    ],
    ordinary: [
      [
        'a little before',
        () =>
          sql`
          update jobs set ok_at = now() - least(3 * every, every + interval '2 hours') + interval '1 minute'`,
      ],
      ['a run that failed once', () => runsEnded('refund-sweep', 'failed', 'runs')],
      ['two that failed before one that worked', () => runsEnded('data-prune', 'failed', 'done')],
      [
        'a long queue that a job works off',
        async () => {
          await sql`update jobs set ok_at = now() - interval '1 hour' where name = 'mail-sweep'`;
          await sql`
            insert into job_runs (job, lease_until, ended_at, outcome)
            values ('mail-sweep', now(), now(), 'unfinished')`;
        },
      ],
    ],
  },
  label_stuck: {
    faults: [['a label wanted for more than an hour', () => labelWaits(61)]],
    ordinary: [
      ['one wanted for a little less', () => labelWaits(59)],
      ['a void that the carrier is working on', () => labelWaits(61, 'void_wanted')],
    ],
  },
  draw_stuck: {
    faults: [
      ['one not sealed ten minutes after it closed', () => drawWaits(11)],
      [
        'one without a seed for half an hour',
        async () => {
          await drawWaits(41);
          await sql`select seal_draws()`;
          await sql.begin(async (tx) => {
            await tx`set local session_replication_role = replica`;
            await tx`update draws set entries = 1, root = sha256(''), seed_round = beacon_round_at(now() - interval '31 minutes')
              where true`;
          });
        },
      ],
    ],
    ordinary: [['one that has just closed', () => drawWaits(9)]],
  },
  mail_late: {
    faults: [
      ['an e-mail due for half an hour, while none is sent', () => mailWaits(31, 31, 0)],
      ['one that failed for half an hour', () => mailWaits(31, -20, 3)],
    ],
    ordinary: [
      ['one that waits for 29 minutes', () => mailWaits(29, 29, 0)],
      ['one that backs off', () => mailWaits(14, -6, 2)],
      [
        'a long queue that moves',
        async () => {
          await mailWaits(40, 35, 0);
          await sql`
            update mail_outbox set status = 'sent', sent_at = now()
            where id = (select id from mail_outbox where status = 'due' and kind = 'order' limit 1)`;
        },
      ],
    ],
  },
  checkout_unfinished: {
    faults: [
      ['one not settled a sweep after its page', () => checkoutEnds(16)],
      ['a link not settled a sweep after its end', () => checkoutEnds(16, 'open', true)],
      ['a slow payment without an end', () => checkoutEnds(14 * 24 * 60 + 16, 'awaiting_payment')],
      ['two sweeps in a row that could not settle one', () => sweeps(1, 1)],
    ],
    ordinary: [
      ['one whose page has just expired', () => checkoutEnds(14)],
      ['a link open for twenty hours', () => checkoutEnds(-3 * 60, 'open', true)],
      ['a slow payment', () => checkoutEnds(13 * 24 * 60, 'awaiting_payment')],
      ['a sweep that could not settle one', () => sweeps(0, 1)],
      [
        'two of them, before nothing was left',
        async () => {
          await sweeps(1, 1);
          await sql`update jobs set ok_at = now() + interval '1 second' where name = 'checkout-sweep'`;
        },
      ],
    ],
  },
  refund_owed: {
    faults: [['a payment that could not be supplied, for an hour', () => soldOut('owed')]],
    ordinary: [
      ['a refund on its way to the bank', () => soldOut('pending')],
      ['one that the bank returned just now', () => soldOut('returned')],
    ],
  },
  change_unbuilt: {
    faults: [
      [
        'a catalogue change without a build for two hours',
        () =>
          sql`insert into catalogue_changes (changed_at) values (now() - interval '2 hours 1 second')`,
      ],
    ],
    ordinary: [
      [
        'a colour that sold out',
        () =>
          sql`insert into catalogue_changes (changed_at, urgent) values (now() - interval '3 hours', false)`,
      ],
      [
        'a change that a deploy by hand has built',
        async () => {
          await sql`insert into catalogue_changes (changed_at) values (now() - interval '3 hours')`;
          liveSince(2.5);
        },
      ],
    ],
  },
  build_late: {
    faults: [
      [
        'a build requested two hours ago, and an older one live',
        async () => {
          await sql`insert into last_site_build (asked_at) values (now() - interval '2 hours 1 second')`;
          liveSince(4);
        },
      ],
    ],
    ordinary: [
      [
        'a newer one live',
        async () => {
          await sql`insert into last_site_build (asked_at) values (now() - interval '3 hours')`;
          liveSince(2.5);
        },
      ],
    ],
  },
  payout_unreconciled: {
    faults: [
      [
        'a payout not reconciled for three days',
        () => sql`
          insert into stripe_payouts values
            ('po_late', 1, 'gbp', 'paid', true, true, now() - interval '72 hours 1 second', now(), now())`,
      ],
    ],
    ordinary: [
      [
        'newer ones, reconciled ones and one by hand',
        () => sql`
          insert into stripe_payouts values
            ('po_1', 1, 'gbp', 'paid', true, true, now() - interval '71 hours', now(), now(), null),
            ('po_2', 1, 'gbp', 'paid', true, true, now() - interval '80 hours', now(), now(), now()),
            ('po_by_hand', 1, 'gbp', 'paid', true, null, now() - interval '80 hours', now(), now(), now())`,
      ],
    ],
  },
  data_contradictory: {
    faults: [
      [
        'an invariant violated at the last check',
        () => sql`
          insert into job_runs (job, lease_until, ended_at, outcome, counts)
          values ('invariants', now(), now(), 'done', '{"stock is never negative": 2}')`,
      ],
    ],
    ordinary: [
      [
        'one violated before the last check',
        () => sql`
          insert into job_runs (job, started_at, lease_until, ended_at, outcome, counts)
          values ('invariants', now() - interval '1 day', now(), now(), 'done', '{"stock is never negative": 2}'),
            ('invariants', now(), now(), now(), 'done', '{}')`,
      ],
    ],
  },
};

const everyPlay = (kind: 'faults' | 'ordinary') =>
  Object.entries(plays).flatMap(([reason, of]) =>
    of[kind].map(([name, act]) => ({ reason, name, act })),
  );

test.each(everyPlay('faults'))('$reason is raised by: $name', async ({ reason, act }) => {
  await act();
  expect(await ask()).toMatchObject(
    ill(...(reason === 'database' ? ['database', 'auth'] : [reason])),
  );
});

test.each(everyPlay('ordinary'))('$reason is not raised by: $name', async ({ act }) => {
  await act();
  expect(await ask()).toMatchObject(well);
});

test('each reason has its fault, and its row in docs/operate.md', () => {
  const guide = readFileSync(path.join(projectFolder, 'docs/operate.md'), 'utf8');
  const [table = ''] = /^\| reason [\s\S]*?\n\n/m.exec(guide) ?? [];
  const rows = Array.from(table.matchAll(/^\| `(\w+)` /gm), ([, name]) => name);
  expect(rows.toSorted()).toEqual(Object.keys(troubleMessages).toSorted());
  const unplayed = Object.entries(plays).filter(([, { faults }]) => faults.length === 0);
  expect(unplayed).toEqual([]);
});

test('names the deploy that answers', async () => {
  expect(await ask()).toMatchObject({ body: { deploy: null } });
  const { Netlify } = globalThis;
  vi.stubGlobal('Netlify', { context: { ...Netlify.context, deploy: { id: '65f0a1b2' } } });
  undo = async () => vi.stubGlobal('Netlify', Netlify);
  expect(await ask()).toMatchObject({ body: { deploy: '65f0a1b2' } });
});

test('names, addresses, ids and amounts are in no answer', async () => {
  await checkoutEnds(60);
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
      'review-sweep': done,
      'stock-report': done,
      'payout-sweep': done,
      'label-sweep': done,
      'draw-sweep': done,
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
