import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import mailingSweep from '../../netlify/functions/mailing-sweep.ts';
import type { MailingContent } from '#domain/wire/mailing-content.ts';
import { violationsIn } from '../support/invariants.ts';
import { bounceOf, complaintOf, sendMailEvent } from '../support/mail-event.ts';
import { openBackend } from '../support/open-backend.ts';
import { newStaff } from '../support/staff.ts';
import { expectPlainRefusal } from '../support/writing-calls.ts';

const { backend, shop } = await openBackend({ mails: true });
const { sql } = backend.database;
const marketer = await newStaff(backend, 'marketer');

const content: MailingContent = {
  subject: 'The drop is open',
  preheader: '',
  heading: 'Here they are.',
  text: 'Be **quick**.',
  picture: '',
  pictureAlt: '',
  buttonLabel: '',
  buttonHref: '',
  products: [],
};

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
    select ${id}, ${sql.json({ ...content, ...more })}, 'scheduled', now(), id
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
  test('reaches everybody once, each with a link of their own, with the products and prices of now', async () => {
    const sku = await shop.newSku(1);
    await subscribe('ada@example.com', 'bob@example.com');
    const mailing = await due({ products: [sku.product_id] });
    await Promise.all([mailingSweep(), mailingSweep()]);
    expect(backend.mailbox.mails()).toHaveLength(2);
    const [ada, bob] = [mailsTo('ada@example.com')[0], mailsTo('bob@example.com')[0]];
    expect(ada?.text).toContain(`A hat\n£`);
    expect(ada?.headers['List-Unsubscribe']).not.toBe(bob?.headers['List-Unsubscribe']);
    expect(await statesOf(mailing)).toEqual([
      { email: 'ada@example.com', state: 'sent', provider_id: ada?.id },
      { email: 'bob@example.com', state: 'sent', provider_id: bob?.id },
    ]);
    // One click leaves, and the next mailing knows.
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
  ] as const)('is tried again when the provider %s, and comes once', async (_name, fault) => {
    await subscribe('ada@example.com', 'bob@example.com');
    const mailing = await due();
    backend.mailbox.fail(fault);
    await mailingSweep();
    // Meanwhile somebody leaves: the batch that goes again is another one.
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

describe('Resend’s webhook', () => {
  test('takes an address off the list that bounced for good or complained, and no other', async () => {
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

  test('believes nobody else', async () => {
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
