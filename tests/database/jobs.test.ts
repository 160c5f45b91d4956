import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Job, jobs } from '#domain/enums.ts';
import { openDatabase } from '../support/open-database.ts';

const { shop, sql } = await openDatabase(10);

/** No job is due, whatever the minute: each was last looked at in the future. */
beforeEach(async () => {
  await sql`truncate job_runs`;
  await sql`
    update jobs set looked_at = now() + interval '2 days', again_at = null, ok_at = '2026-01-01'`;
});

/** A scheduled job that always has work. */
const always = 'data-prune';

async function letBeDue(...names: Job[]): Promise<void> {
  await sql`
    update jobs set looked_at = now() - interval '2 days' where name::text = any (${names})`;
}

interface Taken {
  run: string;
  job: Job;
}

async function take(job: Job | null = null): Promise<Taken[]> {
  return [...(await sql<Taken[]>`select run, job from take_due_jobs(45, ${job})`)];
}

/** The run of the one job that is due. */
async function takeOne(job: Job | null = null): Promise<string> {
  const [one] = await take(job);
  if (!one) throw new Error('No job is due.');
  return one.run;
}

async function end(run: string, outcome: string, counts = {}): Promise<void> {
  await sql`select end_job_run(${run}, ${outcome}::job_outcome, ${sql.json(counts)})`;
}

/** Lets the lease of every open run end. */
async function letLeasesEnd(): Promise<void> {
  await sql`update job_runs set lease_until = now() where ended_at is null`;
}

async function outcomes(): Promise<(string | null)[]> {
  const rows = await sql<{ outcome: string | null }[]>`
    select outcome from job_runs order by started_at, ended_at nulls last`;
  return rows.map(({ outcome }) => outcome);
}

/** Whether a job has completed since the test began. */
async function isOk(job: Job): Promise<boolean> {
  const [row] = await sql<[{ ok: boolean }]>`
    select ok_at > '2026-01-01' as ok from jobs where name = ${job}`;
  return row.ok;
}

test('every job has its row', async () => {
  const rows = await sql<{ name: Job }[]>`select name from jobs order by name`;
  expect(rows.map(({ name }) => name)).toEqual(jobs);
});

describe('a job is due', () => {
  test('once its next time has come, and then not again before the one after', async () => {
    expect(await take()).toEqual([]);
    await letBeDue(always);
    expect(await take()).toMatchObject([{ job: always }]);
    await end((await sql<Taken[]>`select id as run from job_runs`)[0]?.run ?? '', 'done');
    await letBeDue();
    expect(await take()).toEqual([]);
  });

  test.each<[Job, string, string, boolean]>([
    ['checkout-sweep', '10:04:59', '10:05:00', true],
    ['checkout-sweep', '10:05:00', '10:09:59', false],
    ['checkout-sweep', '10:05:01', '10:10:00', true],
    ['site-build', '10:01:59', '10:02:03', true],
    ['data-prune', '03:17:00', '10:00:00', false],
    ['data-prune', '03:16:59', '03:17:00', true],
  ])('%s, looked at by %s, at %s: %s', async (job, looked, now, isDue) => {
    const [row] = await sql<[{ due: boolean }]>`
      select date_bin(every, ${`2026-11-25T${now}Z`}::timestamptz, first_at)
        > ${`2026-11-25T${looked}Z`}::timestamptz as due from jobs where name = ${job}`;
    expect(row.due).toBe(isDue);
  });

  test('at its next time, however late the last one was taken', async () => {
    const [row] = await sql<[{ late: number }]>`
      select count(*)::int as late from jobs
      where date_bin(every, now(), first_at) > now() or date_bin(every, now(), first_at) <= now() - every`;
    expect(row.late).toBe(0);
  });
});

describe('two never run at once', () => {
  test('although ten schedulers look at the same time', async () => {
    await letBeDue(...jobs);
    await shop.open(await shop.newShopper(), [{ sku: await shop.newSku(5), quantity: 1 }]);
    const taken = (await Promise.all(Array.from({ length: 10 }, () => take()))).flat();
    const names = taken.map(({ job }) => job);
    expect(names).toContain(always);
    expect(names).toContain('checkout-sweep');
    expect(new Set(names).size).toBe(names.length);
  });

  test('although one is due again, or asked for, while it runs', async () => {
    const run = await takeOne(always);
    await letBeDue(always);
    expect(await take()).toEqual([]);
    expect(await take(always)).toEqual([]);
    await end(run, 'done');
    expect(await take()).toMatchObject([{ job: always }]);
  });

  test('because the database refuses a second open run', async () => {
    await takeOne(always);
    await expect(
      sql`insert into job_runs (job, lease_until) values (${always}, now())`,
    ).rejects.toThrow('job_runs_one_at_a_time');
  });
});

describe('a job that dies', () => {
  test('is begun again at once, whatever its schedule, once its lease has ended', async () => {
    const dead = await takeOne(always);
    expect(await take()).toEqual([]);
    await letLeasesEnd();
    const [again] = await take();
    expect(again).toMatchObject({ job: always });
    expect(again?.run).not.toBe(dead);
    expect(await outcomes()).toEqual(['died', null]);
  });

  test('is begun again although another job was asked for first', async () => {
    await takeOne(always);
    await letLeasesEnd();
    expect(await take('mail-sweep')).toMatchObject([{ job: 'mail-sweep' }]);
    expect(await take()).toMatchObject([{ job: always }]);
  });

  test('may still report that it is done', async () => {
    const dead = await takeOne(always);
    await letLeasesEnd();
    const next = await takeOne();
    await end(dead, 'done', { 'log of sign-ins': 3 });
    expect(await outcomes()).toEqual(['done', null]);
    await end(next, 'done');
    await end(next, 'failed');
    expect(await outcomes()).toEqual(['done', 'done']);
  });
});

test.each([
  ['done', true, null],
  ['unfinished', false, 0],
  ['failed', false, 15],
])('a run that is %s: completed %s, again in minutes: %s', async (outcome, ok, minutes) => {
  await end(await takeOne(always), outcome, { rows: 1 });
  expect(await isOk(always)).toBe(ok);
  const [row] = await sql<[{ minutes: number | null }]>`
    select round(extract(epoch from again_at - now()) / 60)::int as minutes from jobs where name = ${always}`;
  expect(row.minutes).toBe(minutes);
  expect(await take()).toHaveLength(minutes === 0 ? 1 : 0);
});

test('records are kept for thirty days', async () => {
  await end(await takeOne(always), 'done');
  await sql`update job_runs set started_at = now() - interval '31 days'`;
  await end(await takeOne(always), 'done');
  expect(await outcomes()).toEqual(['done']);
});

describe('a job that is due with nothing to do', () => {
  const sweeps: Job[] = ['release-sweep', 'mailing-sweep', 'mail-sweep', 'checkout-sweep'];

  test('is not begun, and counts as completed', async () => {
    await sql`
      update mail_outbox set due_at = now() + interval '1 day' where status = 'due'`;
    await sql`select release_checkout(id) from checkouts where status = 'open'`;
    await letBeDue(...sweeps);
    expect(await take()).toEqual([]);
    for (const job of sweeps) expect(await isOk(job)).toBe(true);
    expect(await outcomes()).toEqual([]);
  });

  /** Steps that give a job work. */
  const work: Partial<Record<Job, () => Promise<unknown>>> = {
    'release-sweep': async () => {
      await sql`
        select save_release(null, ${randomUUID()}, 'Spring', 'Studio', '{}', '{}', 0)`;
      await sql`
        update releases set state = 'scheduled', scheduled_for = now(), fingerprint = 'f'`;
    },
    'mailing-sweep': async () => {
      const user = await shop.newShopper();
      await sql`insert into staff (user_id, name, role) values (${user}, 'Morag', 'manager')`;
      await sql`
        insert into subscriptions (email, confirmed_at, confirmed_text)
        values ('fan@example.com', now(), 'Press the button')`;
      await sql`
        insert into mailings (id, content, state, send_at, released_by)
        select gen_random_uuid(), '{"products": []}', 'scheduled', now(), min(id) from staff`;
    },
    'mail-sweep': async () => {
      const { checkout_id } = await shop.open(await shop.newShopper(), [
        { sku: await shop.newSku(5), quantity: 1 },
      ]);
      await shop.complete(checkout_id);
    },
    'checkout-sweep': async () =>
      shop.open(await shop.newShopper(), [{ sku: await shop.newSku(5), quantity: 1 }]),
  };

  test.each(Object.entries(work))('has it: %s', async (name, give) => {
    await give();
    const job = jobs.find((one) => one === name) ?? always;
    await letBeDue(job);
    expect(await take()).toMatchObject([{ job }]);
  });

  test('has it: a batch of a mailing that is being sent', async () => {
    await sql`select claim_mailing_batch(0)`;
    await letBeDue('mailing-sweep');
    expect(await take()).toMatchObject([{ job: 'mailing-sweep' }]);
  });

  test.each([
    ['a changed price', `update products set price_pence = price_pence + 1 where id = 1`],
    [
      'an opened product',
      `update products set visible_from = now() - interval '1 minute' where id = 1;
       truncate catalogue_changes, stale_answers`,
    ],
    [
      'an announcement that begins',
      `alter table site_content disable trigger user;
       update site_content set build_due_at = now() where key = 'announcement';
       alter table site_content enable trigger user`,
    ],
  ])('has it: %s', async (_name, statements) => {
    await sql`update products set visible_from = null where visible_from is not null`;
    await sql`update site_content set build_due_at = null where build_due_at is not null`;
    await sql`truncate catalogue_changes, stale_answers, noted_moments`;
    await letBeDue('site-build');
    expect(await take()).toEqual([]);
    await sql.unsafe(statements);
    await letBeDue('site-build');
    expect(await take()).toMatchObject([{ job: 'site-build' }]);
  });
});

test('the nightly check stores the violations of each invariant with its run', async () => {
  const run = await takeOne('invariants');
  const [sound] = await sql<[{ counts: unknown }]>`select check_invariants(${run}) as counts`;
  expect(sound.counts).toEqual({});
  const sku = await shop.newSku(5);
  await shop.open(await shop.newShopper(), [{ sku, quantity: 2 }]);
  await sql`update color_variants set quantity = 1 where id = ${sku.variant_id}`;
  const second = await takeOne('invariants');
  await sql`select check_invariants(${second})`;
  const runs = await sql`
    select outcome::text, counts from job_runs where job = 'invariants' order by started_at`;
  expect(runs).toEqual([
    { outcome: 'done', counts: {} },
    { outcome: 'done', counts: { 'no more is held than there is': 1 } },
  ]);
  await sql`update color_variants set quantity = 5 where id = ${sku.variant_id}`;
});
