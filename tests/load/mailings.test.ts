import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { projectFolder } from '#local/settings.ts';
import { crowdSeed } from '../support/crowd.ts';
import { dice } from '../support/dice.ts';
import { violationsIn } from '../support/invariants.ts';
import { openBackend } from '../support/open-backend.ts';
import { sampleMailing } from '../support/sample-mailing.ts';
import { newStaff } from '../support/staff.ts';

const people = 10_000;
const sweep =
  "const { default: run } = await import('./netlify/handlers/jobs/mailing-sweep.ts'); await run();";

const { backend } = await openBackend({ mails: true });
const { sql } = backend.database;

/** Number of e-mails received by each address. The mailbox drops the oldest, so it is read often. */
const told = new Map<string, number>();
const counted = new Set<string>();
function countMails(): void {
  for (const { id, to } of backend.mailbox.mails()) {
    if (counted.has(id)) continue;
    counted.add(id);
    for (const email of to) told.set(email, (told.get(email) ?? 0) + 1);
  }
}

/** Runs a function in its own process, killed after `ms` milliseconds unless it ends earlier. */
async function run(ms: number): Promise<boolean> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', sweep], {
    cwd: projectFolder,
    stdio: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  await once(child, 'exit');
  clearTimeout(timer);
  return child.signalCode === 'SIGKILL';
}

async function states(mailing: string): Promise<Record<string, number>> {
  const rows = await sql<{ state: string; people: number }[]>`
    select state::text, count(*)::int as people from mailing_recipients
    where mailing_id = ${mailing} group by state`;
  return Object.fromEntries(rows.map((row) => [row.state, row.people]));
}

test('ten thousand subscribers get one e-mail each, although senders are killed and the provider fails', async ({
  annotate,
}) => {
  const seed = crowdSeed();
  const roll = dice(seed);
  await annotate(`LOAD_SEED=${seed} repeats this run`);
  const marketer = await newStaff(backend, 'marketer');
  await sql`
    insert into subscriptions (email, confirmed_at, confirmed_text)
    select 'fan-' || n || '@example.com', now(), 'Press' from generate_series(1, ${people}) n`;
  const mailing = randomUUID();
  await sql`
    insert into mailings (id, content, state, send_at, released_by)
    select ${mailing}, ${sql.json({ ...sampleMailing })}, 'scheduled', now(), id
    from staff where user_id = ${marketer.id}`;

  const began = performance.now();
  const isSent = async () =>
    (await sql`select 1 from mailings where id = ${mailing} and state = 'sent'`).length > 0;
  let [kills, faults] = [0, 0];
  while (!(await isSent())) {
    const running = new AbortController();
    const counting = (async () => {
      for (; !running.signal.aborted; await pause(50)) countMails();
    })();
    if (roll(3) === 0) {
      backend.mailbox.fail({ status: roll(2) === 0 ? 500 : 429, arrives: roll(2) === 0 });
      faults += 1;
    }
    const ended = await Promise.all([1, 2, 3].map(() => run(1500 + roll(4000))));
    kills += ended.filter(Boolean).length;
    running.abort();
    await counting;
    countMails();
    // Some unsubscribe, and the leases of killed senders expire.
    await sql`select unsubscribe(id) from subscriptions where email = ${`fan-${roll(people) + 1}@example.com`}`;
    await sql`update mailing_batches set due_at = now() where ended_at is null`;
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  const figures = await states(mailing);
  await annotate(
    `${told.size} told in ${seconds} s; ${kills} runs killed, ${faults} faults; ${JSON.stringify(figures)}`,
  );
  expect(Math.max(...told.values())).toBe(1);
  expect(told.size).toBe(figures['sent']);
  expect((figures['sent'] ?? 0) + (figures['left'] ?? 0)).toBe(people);
  expect(kills).toBeGreaterThan(0);
  expect(await violationsIn(sql)).toEqual([]);
}, 900_000);
