import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import checkoutSweep from '#handlers/jobs/checkout-sweep.ts';
import labelSweep from '#handlers/jobs/label-sweep.ts';
import mailSweep from '#handlers/jobs/mail-sweep.ts';
import mailingSweep from '#handlers/jobs/mailing-sweep.ts';
import refundSweep from '#handlers/jobs/refund-sweep.ts';
import releaseSweep from '#handlers/jobs/release-sweep.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { bookScenarios } from '../support/book-scenarios.ts';
import { dice } from '../support/dice.ts';
import { violationsIn } from '../support/invariants.ts';
import { startKillableServices } from '../support/killable-services.ts';
import { killedScenarios } from '../support/killed-scenarios.ts';
import { runsWhole } from '../support/long-suites.ts';
import { labelScenarios } from '../support/label-scenarios.ts';
import { openBackend } from '../support/open-backend.ts';
import { refundScenarios } from '../support/refund-scenarios.ts';
import { saleScenarios } from '../support/sale-scenarios.ts';
import type { Scenario } from '../support/scenario.ts';
import { createWire, type Interruption } from '../support/wire.ts';

/** Number of kills of each service in each scenario; a sample has one service for each, in turn. */
const kills = runsWhole ? 20 : 1;
const seed = Number(process.env['KILL_SEED'] ?? '20261125');

const wire = createWire({ beside: ['stripe POST /v1/payment_intents/:id'] });
const killable = await startKillableServices();
afterAll(() => killable.close());
const { backend } = await openBackend({ wire, mails: true, services: killable });
const { stripe } = backend;
const { sql } = backend.database;
const scenarios = {
  ...killedScenarios(backend),
  ...refundScenarios(backend),
  ...saleScenarios(backend),
  ...bookScenarios(backend),
  ...labelScenarios(backend),
};
const throws = dice(seed);
const moments = ['before', 'during', 'after'] as const;

beforeEach(() => {
  // Silences the functions' log of intended failures.
  for (const loud of ['error', 'warn'] as const) {
    vi.spyOn(console, loud).mockImplementation(() => undefined);
  }
});
afterEach(() => vi.restoreAllMocks());

async function restartAll(): Promise<void> {
  for (const service of Object.values(killable.services)) await service.restart();
  // Events are lost, so the sweeps must find the changes.
  await stripe.webhookMode({ mode: 'drop' });
}

/** Advances time and runs every sweep twice, because a second run may complete work that the first started. */
async function sweepAll(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await sql`update checkouts set created_at = created_at - interval '1 hour' where status in ('open', 'awaiting_payment', 'refund_due')`;
    await sql`update labels set due_at = now() where due_at is not null`;
    await sql`update mail_outbox set due_at = now() where status = 'due'`;
    await sql`update mailing_batches set due_at = now() where ended_at is null`;
    for (const sweep of [
      checkoutSweep,
      refundSweep,
      labelSweep,
      mailSweep,
      mailingSweep,
      releaseSweep,
    ]) {
      await sweep();
    }
    await afterwardsDone();
  }
}

/** Expects exactly one e-mail at the provider for each fact that owes one, and no others. */
async function expectMailsOnce(): Promise<void> {
  const owed = await sql<{ id: string }[]>`
    select coalesce(provider_id, 'unsent ' || kind) as id from mail_outbox
    where status <> 'joined' and (kind <> 'staff_order' or status = 'sent')
    union all
    select coalesce(provider_id, state::text) from mailing_recipients`;
  const arrived = await killable.mails();
  const ids = arrived.map(({ id }) => id);
  expect(ids).toHaveLength(owed.length);
  // The provider repeats no id for an e-mail whose text has changed since a first try that it took.
  expect(owed.filter(({ id }) => id !== '' && !ids.includes(id))).toEqual([]);
  // If sent twice by different claims, an e-mail would have another id but the same text.
  const told = arrived.map(({ to, subject, text }) => JSON.stringify([to, subject, text]));
  expect(new Set(told).size).toBe(told.length);
}

/** Calls at which an act may be struck: its listed ones, or those of a purchase, and some for its e-mails. */
const placesOf = ({ steps }: Scenario) => (steps?.length ?? 7) + 3;

describe.each(Object.entries(scenarios))('%s', (name, scenario) => {
  const rounds = Array.from({ length: kills }, (_, round) => round);
  const services = Object.entries(killable.services);
  const turn = Object.keys(scenarios).indexOf(name) % services.length;
  const cases = services
    .filter((_, place) => runsWhole || place === turn)
    .flatMap(([service, killed]) => rounds.map((round) => ({ service, killed, round })));
  test.each(cases)('takes effect once when $service is killed · $round', async (given) => {
    const { killed, round } = given;
    await restartAll();
    const { act, endOf } = await scenario.prepare();
    await afterwardsDone();
    const places = placesOf(scenario);
    const at = ((kills === 1 ? throws(places) : round) % places) + 1;
    const moment: Interruption['moment'] = moments[throws(3)] ?? 'after';
    const atOnce = throws(2) === 0;
    let struck = false;
    const strike = async () => {
      struck = true;
      await killed.kill();
      if (atOnce) await restartAll();
    };
    wire.watch({ at, moment, act: strike });
    // The response does not matter; the outcome does.
    await act().catch(() => undefined);
    await afterwardsDone();
    const calls = wire.calls();
    // After an act of fewer calls the service dies when all is done.
    if (!struck) await strike();
    const about = `seed ${seed}: at ${at} ${calls[at - 1]}, ${moment}, back ${atOnce ? 'at once' : 'later'}`;
    await restartAll();
    try {
      // Without a response people press again; after a successful one, another press must change nothing.
      await act();
      await afterwardsDone();
      await sweepAll();
      expect(await endOf()).toEqual(scenario.end);
      await expectMailsOnce();
      expect(await violationsIn(sql)).toEqual([]);
    } catch (error) {
      throw new Error(about, { cause: error });
    }
  });
});
