import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import mailingSweep from '#handlers/jobs/mailing-sweep.ts';
import type { MailingContent } from '#domain/contracts/mailing-content.ts';
import { ExportedFile } from '#domain/contracts/catalogue-reading.ts';
import { MailingsAnswer, SubscribersAnswer } from '#domain/contracts/staff-mailings.ts';
import { securityHeaders } from '#server/security-headers.ts';
import { workbookTables } from '#server/spreadsheets/workbook-tables.ts';
import { call } from '../support/call.ts';
import { violationsIn } from '../support/invariants.ts';
import { bounceOf, complaintOf, sendMailEvent } from '../support/mail-event.ts';
import { openBackend } from '../support/open-backend.ts';
import { sampleMailing } from '../support/sample-mailing.ts';
import { dismiss, newStaff } from '../support/staff.ts';
import { expectPlainRefusal } from '../support/writing-calls.ts';

const { backend, shop } = await openBackend({ mails: true });
const { sql } = backend.database;
const marketer = await newStaff(backend, 'marketer');

beforeEach(async () => {
  await sql`delete from mailings`;
  await sql`delete from subscriptions`;
  await sql`delete from suppressions`;
  backend.mailbox.reset();
});

async function subscribe(...emails: string[]): Promise<void> {
  for (const email of emails) {
    await sql`
      insert into subscriptions (email, confirmed_at, confirmed_text) values (${email}, now(), 'Press')`;
  }
}

async function due(more: Partial<MailingContent> = {}): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into mailings (id, content, state, send_at, released_by)
    select ${id}, ${sql.json({ ...sampleMailing, ...more })}, 'scheduled', now(), id
    from staff where user_id = ${marketer.id}`;
  return id;
}

async function statesOf(mailing: string) {
  const rows = await sql<{ email: string; state: string; provider_id: string | null }[]>`
    select s.email, r.state::text, r.provider_id
    from mailing_recipients r join subscriptions s on s.id = r.subscription_id
    where r.mailing_id = ${mailing} order by s.email`;
  return [...rows];
}

const soon = () => sql`update mailing_batches set due_at = now()`;
const mailsTo = (email: string) => backend.mailbox.mails().filter(({ to }) => to.includes(email));

describe('a mailing that is due', () => {
  test('reaches each subscriber once, with their own link and current products and prices', async () => {
    const sku = await shop.newSku(1);
    await subscribe('ada@example.com', 'bob@example.com');
    const mailing = await due({ products: [sku.product_id] });
    await Promise.all([mailingSweep(), mailingSweep()]);
    expect(backend.mailbox.mails()).toHaveLength(2);
    const [ada, bob] = [mailsTo('ada@example.com')[0], mailsTo('bob@example.com')[0]];
    expect(ada?.text).toMatch(/A hat\n£\d+\.\d\d \(£\d+\.\d\d with tax\)\n/);
    expect(ada?.headers['List-Unsubscribe']).not.toBe(bob?.headers['List-Unsubscribe']);
    expect(await statesOf(mailing)).toEqual([
      { email: 'ada@example.com', state: 'sent', provider_id: ada?.id },
      { email: 'bob@example.com', state: 'sent', provider_id: bob?.id },
    ]);
    // A one-click unsubscribe applies to the next mailing.
    const [, oneClick = ''] = /<(.+)>/.exec(ada?.headers['List-Unsubscribe'] ?? '') ?? [];
    const { pathname, search } = new URL(oneClick);
    const left = await fetch(backend.origin + pathname + search, { method: 'POST' });
    expect(left.status).toBe(200);
    await due();
    await mailingSweep();
    expect(mailsTo('ada@example.com')).toHaveLength(1);
    expect(mailsTo('bob@example.com')).toHaveLength(2);
  });

  test.each([
    ['is not reached', { status: 500, arrives: false }],
    ['answers with an error although it took it', { status: 500, arrives: true }],
    ['wants fewer calls', { status: 429, arrives: false }],
  ] as const)('is retried when the provider %s, and arrives once', async (_name, fault) => {
    await subscribe('ada@example.com', 'bob@example.com');
    const mailing = await due();
    backend.mailbox.fail(fault);
    await mailingSweep();
    // A subscriber leaves meanwhile, so the retried batch differs.
    await sql`select unsubscribe(id) from subscriptions where email = 'bob@example.com'`;
    await soon();
    await mailingSweep();
    expect(mailsTo('ada@example.com')).toHaveLength(1);
    expect(mailsTo('bob@example.com')).toHaveLength(fault.arrives ? 1 : 0);
    expect(await statesOf(mailing)).toMatchObject([{ state: 'sent' }]);
    const [row] = await sql`select state::text from mailings where id = ${mailing}`;
    expect(row).toEqual({ state: 'sent' });
    expect(await violationsIn(sql)).toEqual([]);
  });

  test('reaches the others when one address is refused', async () => {
    await subscribe('ada@example.com', 'odd<@example.com', 'bob@example.com');
    const mailing = await due();
    await mailingSweep();
    expect(await statesOf(mailing)).toMatchObject([
      { email: 'ada@example.com', state: 'sent', provider_id: mailsTo('ada@example.com')[0]?.id },
      { email: 'bob@example.com', state: 'sent', provider_id: mailsTo('bob@example.com')[0]?.id },
      { email: 'odd<@example.com', state: 'failed' },
    ]);
  });
});

const change = ({ do: what, ...body }: { do: string; [field: string]: unknown }) =>
  marketer.post(`/api/staff/mailings/${what}`, body);

async function listed(): Promise<MailingsAnswer> {
  const { token } = marketer;
  return MailingsAnswer.parse((await call(`${backend.origin}/api/staff/mailings`, { token })).body);
}

describe('a marketer', () => {
  test('writes, previews, tests, schedules, unschedules and sends a mailing, each once', async () => {
    await subscribe('ada@example.com', 'bob@example.com');
    const mailing = randomUUID();
    const save = { do: 'save', mailing, version: 0, content: { ...sampleMailing, subject: '' } };
    expect(await change(save)).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await change(save)).toMatchObject({ status: 200, body: { version: 1 } });
    const send = { do: 'send', mailing, version: 2, people: 2, at: null };
    const missing = { subject: ['This field is required.'] };
    expect(await change({ ...send, version: 1 })).toMatchObject({ status: 400, body: missing });

    // An incomplete mailing is previewed, but cannot be rendered as an e-mail.
    const [draft] = (await listed()).mailings;
    const look = await fetch(`${backend.origin}${draft?.preview}&part=mail&version=1`);
    expect(await look.text()).toContain('<strong>quick</strong>');
    expect((await fetch(backend.origin + draft?.preview)).status).toBe(400);

    const whole = { ...save, version: 1, content: sampleMailing };
    expect(await change(whole)).toMatchObject({ status: 200, body: { version: 2 } });
    const stale = { ...whole, content: { ...sampleMailing, heading: 'Other' } };
    expect(await change(stale)).toMatchObject({ status: 409, body: { reason: 'mailing_changed' } });

    const trial = { do: 'test', mailing, test: randomUUID() };
    const sent = await change(trial);
    await change(trial);
    const tests = backend.mailbox.mails();
    expect(tests.map(({ subject }) => subject)).toEqual(['[Test] The drop is open']);
    expect(sent.body).toEqual({ email: tests[0]?.to[0] });

    const preview = (await listed()).mailings[0]?.preview ?? '';
    const page = await fetch(backend.origin + preview);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      ...Object.fromEntries(
        Object.entries(securityHeaders).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'referrer-policy': 'no-referrer',
    });
    expect(await page.text()).toContain('On a phone');
    const part = await fetch(`${backend.origin + preview}&part=mail`);
    expect(part.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(await part.text()).toContain('<strong>quick</strong>');
    expect((await fetch(`${backend.origin + preview}x`)).status).toBe(400);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
    const late = await fetch(backend.origin + preview);
    vi.useRealTimers();
    expect(late.status).toBe(400);
    expect(await late.text()).toContain('has expired. Open it again from the studio.');
    const leaver = await newStaff(backend, 'marketer');
    const { token } = leaver;
    const own = MailingsAnswer.parse(
      (await call(`${backend.origin}/api/staff/mailings`, { token })).body,
    ).mailings[0]?.preview;
    expect((await fetch(backend.origin + own)).status).toBe(200);
    await dismiss(backend.database, leaver.id);
    expect((await fetch(backend.origin + own)).status).toBe(404);

    const many = { ...send, people: 100 };
    expect(await change(many)).toMatchObject({ status: 409, body: { reason: 'audience_changed' } });
    const past = { ...send, at: '2020-01-01T00:00:00Z' };
    expect(await change(past)).toMatchObject({ status: 400 });
    const later = { ...send, at: new Date(Date.now() + 3_600_000).toISOString() };
    expect(await change(later)).toMatchObject({ status: 200 });
    expect(await change(stale)).toMatchObject({ status: 409 });
    await mailingSweep();
    expect(mailsTo('ada@example.com')).toHaveLength(0);
    expect(await marketer.post('/api/staff/mailings/halt', { do: 'stop', mailing })).toMatchObject({
      status: 200,
    });
    expect(await change(send)).toMatchObject({ status: 200 });
    expect(await change(send)).toMatchObject({ status: 200 });
    await mailingSweep();
    expect(mailsTo('ada@example.com')).toHaveLength(1);
    expect(
      await marketer.post('/api/staff/mailings/halt', { do: 'discard', mailing }),
    ).toMatchObject({ status: 409 });
    expect((await listed()).mailings).toMatchObject([
      { state: 'sent', sent: 2, owed: 0, unsubscribed: 0 },
    ]);
  });

  test('cannot send a mailing to nobody, and can have one sent when its products open', async () => {
    const { product_id } = await shop.newSku(1);
    const mailing = randomUUID();
    const content = { ...sampleMailing, products: [product_id] };
    await change({ do: 'save', mailing, version: 0, content });
    expect(await change({ do: 'send', mailing, version: 1, people: 0, at: null })).toMatchObject({
      status: 409,
      body: { reason: 'to_nobody' },
    });
    await subscribe('ada@example.com');
    expect((await listed()).mailings[0]?.products).toMatchObject([{ id: product_id }]);
    const send = { do: 'send', mailing, version: 1, people: 1, at: 'open' };
    expect(await change(send)).toMatchObject({ status: 409, body: { reason: 'nothing_opens' } });
    await sql`update products set visible_from = '2098-12-04T18:00Z' where id = ${product_id}`;
    expect(await change(send)).toMatchObject({ status: 200 });
    const [shown] = (await listed()).mailings;
    expect(shown).toMatchObject({ state: 'scheduled', when_open: true, send_at: null });
    expect(Date.parse(shown?.opens_at ?? '')).toBe(Date.parse('2098-12-04T18:00Z'));
  });

  test('cannot restore a mailing that another person discarded', async () => {
    const mailing = randomUUID();
    const save = { do: 'save', mailing, version: 0, content: sampleMailing };
    await change(save);
    expect(
      await marketer.post('/api/staff/mailings/halt', { do: 'discard', mailing }),
    ).toMatchObject({ status: 200 });
    const later = { ...save, version: 1, content: { ...sampleMailing, heading: 'Later' } };
    expect(await change(later)).toMatchObject({ status: 404, body: { reason: 'mailing_missing' } });
    expect((await listed()).mailings).toEqual([]);
  });

  test('searches, exports and removes subscribers', async () => {
    await subscribe('ada@example.com', 'bob@example.com');
    const search = (q: string) =>
      call(`${backend.origin}/api/staff/subscribers?q=${q}`, { token: marketer.token });
    const detail = 'A text has a character that cannot be stored.';
    expect(await search('%00')).toMatchObject({ status: 400, body: { detail } });
    const { people, subscribers } = SubscribersAnswer.parse((await search('ADA')).body);
    expect({ people, emails: subscribers.map(({ email }) => email) }).toEqual({
      people: 2,
      emails: ['ada@example.com'],
    });
    const saved = async (format: string) => {
      const address = `${backend.origin}/api/staff-files/subscribers?format=${format}`;
      const file = ExportedFile.parse((await call(address, { token: marketer.token })).body);
      return { name: file.name, bytes: Buffer.from(file.base64, 'base64') };
    };
    const csv = await saved('csv');
    expect(csv.name).toMatch(/^subscribers-\d{4}-\d\d-\d\d\.csv$/);
    expect(csv.bytes.toString()).toMatch(/E-mail,.*\nada@example\.com,/);
    const [sheet] = await workbookTables((await saved('xlsx')).bytes);
    expect(sheet?.rows.map(([email]) => email)).toEqual([
      'E-mail',
      'ada@example.com',
      'bob@example.com',
    ]);
    const body = { subscription: subscribers[0]?.id };
    expect(await marketer.post('/api/staff/subscribers', body)).toMatchObject({ status: 200 });
    expect(await marketer.post('/api/staff/subscribers', body)).toMatchObject({ status: 200 });
    const left = await sql<{ email: string }[]>`select email from subscriptions`;
    expect(left.map(({ email }) => email)).toEqual(['bob@example.com']);
  });
});

describe('Resend’s webhook', () => {
  test('removes an address after a permanent bounce or a complaint, and no other', async () => {
    await subscribe('ada@example.com', 'bob@example.com', 'eve@example.com', 'kim@example.com');
    const events = [
      bounceOf('ada@example.com'),
      bounceOf('ada@example.com'),
      bounceOf('bob@example.com', 'Transient'),
      complaintOf('EVE@example.com'),
      { type: 'email.delivered', data: { email_id: 're_1', to: ['kim@example.com'] } },
    ];
    for (const event of events) {
      expect(await sendMailEvent(backend.origin, event)).toMatchObject({ status: 200 });
    }
    const left = await sql<{ email: string }[]>`select email from subscriptions order by email`;
    expect(left.map(({ email }) => email)).toEqual(['bob@example.com', 'kim@example.com']);
  });

  test('rejects events of others', async () => {
    await subscribe('ada@example.com');
    const forged = await sendMailEvent(
      backend.origin,
      bounceOf('ada@example.com'),
      `whsec_${btoa('guessed')}`,
    );
    expectPlainRefusal(forged, 400);
    expect([...(await sql`select email from subscriptions`)]).toHaveLength(1);
  });
});
