import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newClientAddress } from '#harness/client-address.ts';
import { startBeacon } from '#local/beacon/beacon.ts';
import { recordFaults } from '#domain/draws/draw-proof.ts';
import type { DrawRecord } from '#domain/draws/draw-record.ts';
import { isDrawEntry, isDrawFacts } from '#domain/draws/draw-facts.ts';
import sweep from '#handlers/jobs/draw-sweep.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { call } from '../support/call.ts';
import { newDraw, newEntry } from '../support/new-draw.ts';
import { openBackend } from '../support/open-backend.ts';
import { newShopper } from '../support/shopper.ts';

const beacon = await startBeacon(0);
process.env['DRAND_API_BASE'] = beacon.url;
const { backend, shop } = await openBackend({ mails: true });
const { sql } = backend.database;

beforeAll(() => () => beacon.close());

const post = (path: string, json: unknown, more = {}) =>
  call(backend.origin + path, { json, from: newClientAddress(), ...more });

/** Moves a draw's clock, which nobody in the shop can. */
async function shift(draw: string, times: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(`update draws set ${times} where id = '${draw}'`);
  });
}

/** The token in the newest e-mail to an address. */
async function mailedTo(email: string): Promise<{ subject: string; token: string }> {
  await afterwardsDone();
  const mail = backend.mailbox.mails().findLast(({ to }) => to.includes(email));
  const token = /#token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  return { subject: mail?.subject ?? '', token };
}

async function entryOf(token: string, act = 'read', more = {}) {
  const { status, body } = await post('/api/draw/entry', { token, do: act }, more);
  if (!isDrawEntry(body)) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

test('somebody enters, confirms, wins, and alone can buy; the published record proves it', async () => {
  const sku = await shop.newSku(1);
  const draw = await newDraw(backend.database, sku);
  const facts = await call(`${backend.origin}/api/draw?product=${sku.product_id}`);
  expect(isDrawFacts(facts.body) && facts.body.draw).toBe(draw);
  const early = await call(`${backend.origin}/api/draw/record?draw=${draw}`);
  expect(early.status).toBe(404);

  const email = 'ada@drawn.example';
  const asked = { draw, colour: sku.variant_id, email };
  expect(await post('/api/draw/enter', asked)).toMatchObject({
    status: 201,
    body: { token: null },
  });
  const confirmation = await mailedTo(email);
  expect(confirmation.subject).toContain('Confirm your entry');
  expect(await entryOf(confirmation.token)).toMatchObject({ confirmed_at: null });
  const confirmed = await entryOf(confirmation.token, 'confirm');
  expect(confirmed.receipt).toMatch(/^[0-9a-f]{64}$/);
  // An address that has entered gets that answer too, and no e-mail.
  const before = backend.mailbox.mails().length;
  expect(await post('/api/draw/enter', asked)).toMatchObject({
    status: 201,
    body: { token: null },
  });
  await afterwardsDone();
  expect(backend.mailbox.mails()).toHaveLength(before);
  const second = await newEntry(backend.database, draw, 'second@drawn.example');

  await shift(draw, "closes_at = now() - interval '1 second'");
  await sweep();
  const record = z
    .custom<DrawRecord>()
    .parse((await call(`${backend.origin}/api/draw/record?draw=${draw}`)).body);
  expect(record.lists[0]?.receipts).toContain(confirmed.receipt);
  expect(record.signature).toBeNull();
  expect(await post('/api/draw/enter', { ...asked, email: 'late@drawn.example' })).toMatchObject({
    status: 409,
    body: { reason: 'draw_closed' },
  });

  await shift(draw, 'seed_round = beacon_round_at(now()) - 1');
  await sweep();
  await sweep();
  const drawn = z
    .custom<DrawRecord>()
    .parse((await call(`${backend.origin}/api/draw/record?draw=${draw}`)).body);
  expect(await recordFaults(drawn)).toEqual([]);
  // If the other won, they withdraw, so that the winner is always the same.
  const { place } = await entryOf(confirmation.token);
  if (place === 2) {
    await sql`select leave_draw(${second})`;
    await sweep();
  }
  const won = await entryOf(confirmation.token);
  expect(won).toMatchObject({ state: 'offered' });

  const winner = await newShopper(backend);
  const other = await newShopper(backend);
  const wanted = [{ sku, quantity: 1 }];
  expect((await winner.checkOut(wanted)).status).toBe(409);
  await entryOf(confirmation.token, 'claim', { token: winner.token });
  expect((await other.checkOut(wanted)).status).toBe(409);
  expect((await winner.checkOut(wanted)).status).toBe(200);
});

test.each([
  'eve@mailinator.com',
  'eve@MAILINATOR.com',
  'eve@sub.mailinator.com',
  'eve@yopmail.com',
])('a disposable address is refused: %s', async (email) => {
  const sku = await shop.newSku(1);
  const draw = await newDraw(backend.database, sku);
  const refused = await post('/api/draw/enter', { draw, colour: sku.variant_id, email });
  expect(refused).toMatchObject({
    status: 400,
    body: { email: [expect.stringContaining('keep')] },
  });
  expect([...(await sql`select from draw_entries where draw_id = ${draw}`)]).toEqual([]);
});

test('thirty addresses of one network: twenty are taken, ten have to wait', async () => {
  const sku = await shop.newSku(1);
  const draw = await newDraw(backend.database, sku);
  const from = newClientAddress();
  const statuses: number[] = [];
  for (let bot = 0; bot < 30; bot += 1) {
    const body = { draw, colour: sku.variant_id, email: `bot${bot}@bots.example` };
    statuses.push((await call(`${backend.origin}/api/draw/enter`, { json: body, from })).status);
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test('a withdrawn entry names nobody, and cannot win', async () => {
  const sku = await shop.newSku(1);
  const draw = await newDraw(backend.database, sku);
  const email = 'leaver@drawn.example';
  await post('/api/draw/enter', { draw, colour: sku.variant_id, email });
  const { token } = await mailedTo(email);
  await entryOf(token, 'confirm');
  expect(await entryOf(token, 'leave')).toMatchObject({ email: null, salt: null });
  await shift(draw, "closes_at = now() - interval '1 second'");
  await sweep();
  await shift(draw, 'seed_round = beacon_round_at(now()) - 1');
  await sweep();
  expect(await entryOf(token)).toMatchObject({ place: 1, state: 'waiting' });
  // Nobody is left, so the piece is on sale.
  expect(await shop.freeUnitsOf(sku)).toBe(1);
});
