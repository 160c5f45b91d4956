import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import mailSweep from '#handlers/jobs/mail-sweep.ts';
import mailingSweep from '#handlers/jobs/mailing-sweep.ts';
import type { Backend } from './backend.ts';
import { sampleMailing } from './sample-mailing.ts';
import { type Scenarios, scenario } from './scenario.ts';
import { newShopper, sessionOf } from './shopper.ts';
import { eventText, sendEvent } from './signed-event.ts';
import { press, staffCases } from './staff-cases.ts';
import { newStaff } from './staff.ts';

const Preview = z.object({ fingerprint: z.string() });

/** Acts of several calls, and those without money, which a killed service may interrupt. */
export function killedScenarios(backend: Backend): Scenarios {
  const { stripe, origin, database } = backend;
  const { sql } = database;
  const { ordered, sent, shop } = staffCases(backend);

  const sessionsOf = async (user: string) =>
    (await stripe.sessions()).filter((session) => session.client_reference_id === user);

  async function parcelsOf(...orders: number[]) {
    const parcels = await sql`
      select p.order_id::int as order, b.order_id::int as joined_to, m.status = 'joined' as covered
      from parcels p left join parcels b on b.id = p.joined_to
      join mail_outbox m on m.kind = 'dispatched' and m.subject = p.id::text
      where p.order_id = any (${orders}) order by p.id`;
    return parcels.map(({ order, joined_to, covered }) => ({
      order: orders.indexOf(order),
      joinedTo: joined_to === null ? null : orders.indexOf(joined_to),
      covered,
    }));
  }
  const sentAlone = { order: 0, joinedTo: null, covered: false };

  return {
    'a shopper buys': scenario({
      prepare: async () => ({
        sku: await shop.newSku(5),
        shopper: await newShopper(backend),
        session: '',
      }),
      async act(wish) {
        const { shopper, sku } = wish;
        const pressed = async () => (await shopper.checkOut([{ sku, quantity: 2 }])).body;
        wish.session ||= sessionOf(JSON.stringify(await pressed()));
        const { session } = wish;
        const own = await sessionsOf(shopper.id);
        if (own.some(({ id, status }) => id === session && status === 'open')) {
          await stripe.pay(session, { outcome: 'paid' });
        }
        await sendEvent(origin, eventText('checkout.session.completed', { id: session }));
        await shopper.comeBack(session);
      },
      async endOf({ shopper, sku, session }) {
        const paid = (await sessionsOf(shopper.id)).filter(
          ({ payment_status: status }) => status === 'paid',
        );
        const orders = await sql`
          select c.stripe_session_id = ${session} as own, p.charged_pence::int as pence, p.status::text
          from orders o join checkouts c on c.id = o.checkout_id
          join payments p on p.checkout_id = c.id where o.user_id = ${shopper.id}`;
        return {
          paid: paid.map(({ id, amount_total }) => [id === session, amount_total]),
          orders: [...orders],
          left: await shop.unitsOf(sku),
        };
      },
      end: { paid: [[true, 5194]], orders: [{ own: true, pence: 5194, status: 'paid' }], left: 3 },
    }),
    'a packer dispatches': scenario({
      prepare: () =>
        ordered('/api/staff/dispatch', ({ order }) => ({
          parcels: [{ event: randomUUID(), order, carrier: 'Evri' }],
        })),
      act: press,
      endOf: ({ order }) => parcelsOf(order),
      end: [sentAlone],
    }),
    'a packer dispatches one parcel for two orders': scenario({
      async prepare() {
        const user = await shop.newShopper();
        const orders: number[] = [];
        for (const quantity of [1, 2]) {
          const { checkout_id } = await shop.open(user, [{ sku: await shop.newSku(5), quantity }]);
          orders.push((await shop.complete(checkout_id)).order_id ?? 0);
        }
        const [first = 0, second = 0] = orders;
        const packer = await newStaff(backend, 'packer');
        const parcels = [
          { event: randomUUID(), order: first, carrier: 'Evri' },
          { event: randomUUID(), order: second, with: first, carrier: 'Evri' },
        ];
        return { orders, press: () => packer.post('/api/staff/dispatch', { parcels }) };
      },
      act: press,
      endOf: ({ orders }) => parcelsOf(...orders),
      end: [sentAlone, { order: 1, joinedTo: 0, covered: true }],
    }),
    'a packer takes a dispatch back': scenario({
      async prepare() {
        const { post, order, checkout } = await sent('', () => ({}));
        // The e-mail about it leaves, so it needs a correction.
        await sql`
          update mail_outbox set due_at = now()
          where checkout_id = ${checkout} and kind = 'dispatched'`;
        await mailSweep();
        const [{ id: parcel }] = await sql<[{ id: number }]>`
          select id::int from parcels where order_id = ${order}`;
        const undo = { event: randomUUID(), parcel };
        return { order, press: () => post('/api/staff/parcel/undo', undo) };
      },
      act: press,
      async endOf({ order }) {
        const [found] = await sql`
          select units_to_send = total_items as here, (
            select count(*)::int from mail_outbox m
            where m.checkout_id = o.checkout_id and m.kind = 'dispatch_undone') as corrections
          from orders o where o.id = ${order}`;
        return found;
      },
      end: { here: true, corrections: 1 },
    }),
    'a marketer publishes': scenario({
      async prepare() {
        const { product_id: product } = await shop.newSku(1);
        const [{ slug }] = await sql<[{ slug: string }]>`
          select slug from products where id = ${product}`;
        const marketer = await newStaff(backend, 'marketer');
        const release = randomUUID();
        const changes = { catalogue: { products: [{ slug, price_pence: 2600 }] } };
        const draft = { title: slug, source: 'Studio', changes, options: {}, version: 0 };
        const change = (step: string, body: object = {}) =>
          marketer.post(`/api/staff/release/${step}`, { release, ...body });
        return { slug, draft, change };
      },
      async act({ draft, change }) {
        await change('save', draft);
        const { body } = await change('preview');
        const preview = Preview.safeParse(body);
        if (preview.success) await change('publish', preview.data);
      },
      async endOf({ slug }) {
        const published = await sql`
          select state::text, (select price_pence::int from products where slug = ${slug}) as price
          from releases where title = ${slug}`;
        return [...published];
      },
      end: [{ state: 'published', price: 2600 }],
    }),
    'a mailing is sent': scenario({
      async prepare() {
        const people = Array.from({ length: 3 }, () => `${randomUUID()}@example.com`);
        // Removes subscribers of earlier rounds.
        await sql`select unsubscribe(id) from subscriptions`;
        await sql`
          insert into subscriptions (email, confirmed_at, confirmed_text)
          select email, now(), 'Press' from unnest(${people}::text[]) email`;
        const { id: marketer } = await newStaff(backend, 'marketer');
        const mailing = randomUUID();
        await sql`
          insert into mailings (id, content, state, send_at, released_by)
          select ${mailing}, ${sql.json({ ...sampleMailing })}, 'scheduled', now(), id
          from staff where user_id = ${marketer}`;
        return { mailing, people };
      },
      act: () => mailingSweep(),
      async endOf({ mailing, people }) {
        const reached = await sql<{ email: string; state: string }[]>`
          select s.email, r.state::text from mailing_recipients r
          join subscriptions s on s.id = r.subscription_id where r.mailing_id = ${mailing}`;
        return reached.map(({ email, state }) => [people.includes(email), state]);
      },
      end: Array.from({ length: 3 }, () => [true, 'sent']),
    }),
  };
}
