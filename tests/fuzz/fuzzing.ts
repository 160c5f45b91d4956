import * as fc from 'fast-check';
import { expect } from 'vitest';
import { afterwardsDone } from '../support/afterwards.ts';
import type { FreshDatabase } from '../support/fresh-database.ts';
import { runsWhole } from '../support/long-suites.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import type { Call } from './calls.ts';
import { hostileRequest, type Sent } from './hostile-request.ts';
import type { Answer, Sender } from './senders.ts';
import { faultOf } from './sound-answer.ts';

/**
 * A fixed seed, so that a failure points to the current change. `FUZZ_SEED=random` explores (`npm run fuzz`);
 * a failure prints its seed, and FUZZ_SEED repeats it.
 */
const asked = process.env['FUZZ_SEED'] ?? '45440273';
export const seed = asked === 'random' ? Date.now() % 2 ** 31 : Number(asked);

/** Share of the exploration's requests that a run with the fixed seed makes. */
export const share = process.env['FUZZ_SEED'] ? 1 : runsWhole ? 0.25 : 0.01;

/** Whether this run is only the sample of `npm test`. */
export const isSample = share < 0.25;

/** Requests sent and checked together, because checking all rows takes longer than a request. */
const batch = isSample ? 20 : 50;

/** Counts responses by status, and requests. */
export class Tally {
  readonly statuses = new Map<number, number>();
  total = 0;

  add(status: number, times = 1): void {
    this.total += times;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + times);
  }

  addAll(other: Tally): void {
    for (const [status, times] of other.statuses) this.add(status, times);
  }

  toString(): string {
    const parts = [...this.statuses].toSorted(([a], [b]) => a - b);
    return `${this.total} requests (${parts.map(([status, n]) => `${status}: ${n}`).join(', ')})`;
  }
}

interface Target {
  call: Call;
  send: Sender;
  database: FreshDatabase;
  tally: Tally;
}

async function sendAll({ call, send, tally }: Target, requests: readonly Sent[]) {
  const answers = await Promise.all(
    requests.map(async (sent): Promise<[Sent, Answer]> => {
      const answer = await send(sent);
      tally.add(answer.status);
      return [sent, answer];
    }),
  );
  // Background work may also write.
  await afterwardsDone();
  for (const [sent, answer] of answers) {
    const fault = faultOf(sent, answer, call);
    if (fault === null) continue;
    const shown = JSON.stringify({ ...sent, body: sent.body?.slice(0, 2000) });
    throw new Error(`${fault}: ${answer.status} ${answer.text.slice(0, 500)}\nto ${shown}`);
  }
  expect(Object.keys(Object.prototype), 'properties of every object').toEqual([]);
  return answers;
}

/** Checksums of the rows after the last batch, which changed nothing; the next one begins with them. */
const unchanged = new WeakMap<FreshDatabase, Record<string, string>>();

/** Sends requests and expects that refused and read-only ones changed nothing. */
async function expectSound(target: Target, requests: readonly Sent[]): Promise<void> {
  for (let harmless = requests; harmless.length > 0;) {
    // Otherwise every response would be 429 once the attempts are used up.
    await target.database.sql`truncate rate_limits`;
    const before = unchanged.get(target.database) ?? (await markOfAllRows(target.database));
    unchanged.delete(target.database);
    const answers = await sendAll(target, harmless);
    const still = answers.filter(([, { status }]) => !target.call.writes || status >= 400);
    if (still.length === harmless.length) {
      const after = await markOfAllRows(target.database);
      expect(after, 'rows after refusals').toEqual(before);
      unchanged.set(target.database, after);
      return;
    }
    // Some were accepted and wrote, so the rest are sent again without them.
    harmless = still.map(([sent]) => sent);
  }
}

/** Generates about `wanted` requests to a call and expects a sound response to each. */
export async function fuzz(target: Target, wanted: number): Promise<void> {
  const requests = fc.array(hostileRequest(target.call), {
    minLength: 1,
    maxLength: batch,
    size: 'max',
  });
  await fc.assert(
    fc.asyncProperty(requests, (sent) => expectSound(target, sent)),
    { seed, numRuns: Math.ceil(wanted / (batch / 2)), interruptAfterTimeLimit: 240_000 },
  );
}
