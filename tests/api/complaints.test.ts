import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { newClientAddress } from '#harness/client-address.ts';
import { limits } from '#server/rate-limit/limits.ts';
import { call } from '../support/call.ts';
import { mailTo } from '../support/mail-to.ts';
import { openBackend } from '../support/open-backend.ts';
import { outboxOf } from '../support/outbox.ts';
import { newStaff } from '../support/staff.ts';

const { backend } = await openBackend({ mails: true });
const outbox = outboxOf(backend.database);
beforeEach(async () => {
  await outbox.settle();
  backend.mailbox.reset();
});

const words = 'You wrote to me after I had unsubscribed.\nWhy?';
const complain = (body: object) =>
  call(`${backend.origin}/api/complaint/`, { json: body, from: newClientAddress() });

test('a complaint is acknowledged at once, sent to managers, listed with its due date, and answered once', async () => {
  const manager = await newStaff(backend, 'manager');
  await backend.database.sql`
    update profiles set email_confirmed_at = now() where user_id = ${manager.id}`;
  const complaint = randomUUID();
  const body = { complaint, name: 'Ada Lovelace', email: 'ada.complains@example.com', words };
  const sent = await complain(body);
  const dueBy = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(
    Date.now() + 30 * 86_400_000,
  );
  expect(sent).toMatchObject({ status: 201, body: { due_by: dueBy } });
  const { subject, text } = await mailTo(backend, body.email);
  expect(subject).toBe('We have received your complaint');
  expect(text).toContain('Information Commissioner');
  // Anyone can enter any address.
  expect(text).not.toMatch(/Ada Lovelace|unsubscribed/);

  // The response was lost, and the form is sent again.
  expect(await complain(body)).toMatchObject({ status: 201, body: { due_by: dueBy } });
  const owed = await backend.database.sql`
    select kind from mail_outbox where complaint_id = ${complaint} order by kind`;
  expect(owed.map(({ kind }) => String(kind))).toEqual(['complaint_received', 'staff_complaint']);

  const list = async () => {
    const answer = await call(`${backend.origin}/api/staff/complaints`, { token: manager.token });
    const { complaints } = answer.body as { complaints: { id: string }[] };
    return complaints.find(({ id }) => id === complaint);
  };
  // A complaint that is due earlier is listed, however many are newer.
  const since = await backend.database.sql<{ id: string }[]>`
    insert into complaints (id, name, email, words, received_at)
    select gen_random_uuid(), 'Bob', 'bob@example.com', 'Why?', now() + interval '1 hour'
    from generate_series(1, 200) returning id`;
  expect(await list()).toMatchObject({ words, due_by: dueBy, answered_at: null, outcome: null });
  const { sql } = backend.database;
  await sql`delete from complaints where id in ${sql(since.map(({ id }) => id))}`;
  for (const outcome of ['Explained by e-mail.', 'Pressed twice.']) {
    const noted = await manager.post('/api/staff/complaints', { complaint, outcome });
    expect(noted.status).toBe(200);
  }
  expect(await list()).toMatchObject({ outcome: 'Explained by e-mail.' });
  const unknown = { complaint: randomUUID(), outcome: 'Nothing.' };
  expect((await manager.post('/api/staff/complaints', unknown)).status).toBe(404);
});

test('a complaint without words or with a wrong address is refused by field, and nothing is stored', async () => {
  const complaint = randomUUID();
  const refused = await complain({ complaint, name: 'Ada', email: 'nobody', words: ' ' });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    email: ['Enter a valid email address.'],
    words: ['This field is required.'],
  });
  expect([
    ...(await backend.database.sql`select 1 from complaints where id = ${complaint}`),
  ]).toEqual([]);
});

test('an address gets a limited number of acknowledgements, however many complaints name it', async () => {
  const { attempts } = limits['complaint-email'];
  const email = 'not.me@example.com';
  for (let times = 0; times <= attempts; times += 1) {
    const body = { complaint: randomUUID(), name: 'Somebody', email, words };
    expect((await complain(body)).status).toBe(201);
  }
  const [{ stored, mails }] = await backend.database.sql<[{ stored: number; mails: number }]>`
    select count(distinct c.id)::int as stored,
      count(m.id) filter (where m.kind = 'complaint_received')::int as mails
    from complaints c left join mail_outbox m on m.complaint_id = c.id where c.email = ${email}`;
  expect({ stored, mails }).toEqual({ stored: attempts + 1, mails: attempts });
});
