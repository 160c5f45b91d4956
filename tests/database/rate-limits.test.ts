import { beforeEach, describe, expect, test } from 'vitest';
import { foldedName } from '#server/rate-limit/caller-hash.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf } from '../support/shop-database.ts';

const { sql } = await openDatabase(12);

beforeEach(() => sql`truncate rate_limits`);

type TestLimit = {
  action: string;
  caller: string;
  attempts: number;
  seconds: number;
  unless?: string;
};

/** A caller's hash of realistic length. */
function hash(caller: string): string {
  return caller.padEnd(43, '_');
}

const ada: TestLimit = { action: 'knock', caller: hash('ada'), attempts: 3, seconds: 300 };
const bob: TestLimit = { ...ada, caller: hash('bob') };
const door: TestLimit = { action: 'door', caller: hash('door'), attempts: 5, seconds: 300 };

/** Seconds to wait; 0 when the attempt was counted. */
async function take(...limits: TestLimit[]): Promise<number> {
  const [row] = await sql<[{ wait: number }]>`select take_attempt(${sql.json(limits)}) as wait`;
  return row.wait;
}

async function succeed(known: string, ...limits: TestLimit[]): Promise<void> {
  await sql`select attempt_succeeded(${sql.json(limits)}, ${hash(known)}, 3600)`;
}

/** Advances time for all callers. */
async function pass(seconds: number): Promise<void> {
  await sql`update rate_limits set expires_at = expires_at - make_interval(secs => ${seconds})`;
}

async function rows(): Promise<number> {
  const [row] = await sql<[{ total: number }]>`
    select count(*)::int as total from rate_limits`;
  return row.total;
}

describe('attempts', () => {
  test('are free until used up, and are restored one by one', async () => {
    expect([await take(ada), await take(ada), await take(ada)]).toEqual([0, 0, 0]);
    const wait = await take(ada);
    expect(wait).toBeGreaterThan(95);
    expect(wait).toBeLessThanOrEqual(100);
    await pass(wait);
    expect(await take(ada)).toBe(0);
    expect(await take(ada)).toBeGreaterThan(0);
    await pass(1000);
    expect([await take(ada), await take(ada), await take(ada)]).toEqual([0, 0, 0]);
    expect(await take(ada)).toBeGreaterThan(0);
  });

  test('are counted per caller and action', async () => {
    while ((await take(ada)) === 0);
    expect(await take(bob)).toBe(0);
    expect(await take({ ...ada, action: 'ring' })).toBe(0);
  });

  test('that are rejected do not count: retrying early does not prolong the wait', async () => {
    while ((await take(ada)) === 0);
    for (let knock = 0; knock < 20; knock += 1) await take(ada);
    expect(await take(ada)).toBeLessThanOrEqual(100);
  });

  test('against several limits count against all or none', async () => {
    expect([await take(door, ada), await take(door, ada), await take(door, ada)]).toEqual([
      0, 0, 0,
    ]);
    for (let knock = 0; knock < 20; knock += 1) {
      expect(await take(door, ada)).toBeGreaterThan(0);
    }
    // Two of the shared limit's five attempts are left, although Ada has tried twenty more times.
    expect([await take(door, bob), await take(door, bob)]).toEqual([0, 0]);
    expect(await take(door, bob)).toBeGreaterThan(0);
    // Bob, refused by the shared limit, still has his last attempt.
    expect(await take(bob)).toBe(0);
    expect(await take(bob)).toBeGreaterThan(0);
  });

  test('made at the same time are counted correctly, without deadlocks', async () => {
    const waits = await Promise.all(
      Array.from({ length: 200 }, (_, place) => take(door, place % 2 === 0 ? ada : bob)),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  test('that succeed are restored, and the caller is known from then on', async () => {
    const atHome = { ...ada, unless: hash('home') };
    const elsewhere = { ...ada, unless: hash('elsewhere') };
    expect(await take(door, atHome)).toBe(0);
    await succeed('home', door, atHome);
    // Strangers use up the global limit …
    while ((await take(elsewhere)) === 0);
    expect(await take(elsewhere)).toBeGreaterThan(0);
    // … which no longer applies at home, where the shared limit does.
    for (let knock = 0; knock < 5; knock += 1) expect(await take(door, atHome)).toBe(0);
    expect(await take(door, atHome)).toBeGreaterThan(0);
    await pass(3601);
    while ((await take(elsewhere)) === 0);
    expect(await take(atHome)).toBeGreaterThan(0);
  });

  test('that succeed at home do not restore those used up by strangers', async () => {
    const atHome = { ...ada, unless: hash('home') };
    await succeed('home');
    while ((await take(ada)) === 0);
    expect(await take(door, atHome)).toBe(0);
    await succeed('home', door, atHome);
    expect(await take(ada)).toBeGreaterThan(0);
  });

  test('are deleted once expired, without a scheduled job', async () => {
    for (let caller = 0; caller < 30; caller += 1) {
      await take({ ...ada, caller: hash(`passer-by-${caller}`) });
    }
    await pass(301);
    await take(ada);
    expect(await rows()).toBeLessThanOrEqual(11);
    await take(ada);
    expect(await rows()).toBe(1);
  });
});

test('callers are stored only as hashes', async () => {
  const refusal = await refusalOf(
    sql`insert into rate_limits values ('knock', '203.0.113.7', now())`,
  );
  expect(refusal?.code).toBe('23514');
});

test('names that the database considers equal share their attempts', async () => {
  // Every letter with all letters that lower() maps to the same one.
  const letters = await sql<{ letter: string; lower: string }[]>`
    select chr(n) as letter, lower(chr(n)) as lower from generate_series(33, 1114111) n
    where n not between 55296 and 57343 and lower(chr(n)) <> chr(n)`;
  expect(letters.length).toBeGreaterThan(1000);
  const apart = letters.filter(({ letter, lower }) => foldedName(letter) !== foldedName(lower));
  expect(apart).toEqual([]);
});
