import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import mailSweep from '#handlers/jobs/mail-sweep.ts';
import mailingSweep from '#handlers/jobs/mailing-sweep.ts';
import type { Backend } from './backend.ts';
import { purchasesAt } from './purchases.ts';
import { refundsOf } from './refunds.ts';
import { sampleMailing } from './sample-mailing.ts';
import { shopDatabase } from './shop-database.ts';
import { newShopper, sessionOf } from './shopper.ts';
import { eventText, sendEvent } from './signed-event.ts';
import { newStaff } from './staff.ts';

/** An action that must take effect exactly once. */
export interface Act {
  /** Runs or resumes it: people retry after a failure. */
  run: () => Promise<unknown>;
  /** Expects that it took effect exactly once. */
  check: () => Promise<void>;
}

const Preview = z.object({ fingerprint: z.string() });

/** Actions that a killed service may interrupt, by name. */
export function killActs(backend: Backend): Record<string, () => Promise<Act>> {
  const { stripe, origin, database } = backend;
  const { sql } = database;
  const shop = shopDatabase(database);
  const { ordered } = purchasesAt(backend);

  const sessionsOf = async (user: string) =>
    (await stripe.sessions()).filter((session) => session.client_reference_id === user);

  return {
    async checkout() {
      const sku = await shop.newSku(5);
      const shopper = await newShopper(backend);
      let session = '';
      return {
        async run() {
          session ||= sessionOf(await shopper.paymentPage([{ sku, quantity: 2 }]));
          const own = await sessionsOf(shopper.id);
          if (own.some(({ id, status }) => id === session && status === 'open')) {
            await stripe.pay(session, { outcome: 'paid' });
          }
          await sendEvent(origin, eventText('checkout.session.completed', { id: session }));
          await shopper.comeBack(session);
        },
        async check() {
          const paid = (await sessionsOf(shopper.id)).filter(
            ({ payment_status: status }) => status === 'paid',
          );
          expect(paid.map(({ id }) => id)).toEqual([session]);
          const orders = await sql`
            select c.stripe_session_id as session, p.charged_pence::int as pence, p.status::text
            from orders o join checkouts c on c.id = o.checkout_id
            join payments p on p.checkout_id = c.id where o.user_id = ${shopper.id}`;
          expect(orders).toEqual([{ session, pence: paid[0]?.amount_total, status: 'paid' }]);
          expect(await shop.unitsOf(sku)).toBe(3);
        },
      };
    },
    async refund() {
      const { order, session } = await ordered();
      const manager = await newStaff(backend, 'manager');
      const goodwill = { items: [], shipping_pence: 0, goodwill_pence: 500, reason: 'goodwill' };
      const sent = { event: randomUUID(), order, ...goodwill };
      return {
        run: () => manager.post('/api/staff/refund', sent),
        async check() {
          expect(await refundsOf(backend, session)).toEqual([500]);
          const ledger = await sql`
            select r.amount_pence::int as pence, r.state::text, array(
              select n.amount_pence::int from credit_notes n where n.refund_id = r.id) as notes
            from refunds r join payments p on p.id = r.payment_id
            where p.stripe_session_id = ${session} and r.stripe_refund_id is not null`;
          expect(ledger).toEqual([{ pence: 500, state: 'succeeded', notes: [500] }]);
        },
      };
    },
    async dispatch() {
      const { order } = await ordered();
      const packer = await newStaff(backend, 'packer');
      const parcels = [{ event: randomUUID(), order, carrier: 'Evri' }];
      return {
        run: () => packer.post('/api/staff/dispatch', { parcels }),
        async check() {
          const sent = await sql`select carrier::text from parcels where order_id = ${order}`;
          expect(sent).toEqual([{ carrier: 'Evri' }]);
        },
      };
    },
    async 'dispatch of one parcel for two orders'() {
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
      return {
        run: () => packer.post('/api/staff/dispatch', { parcels }),
        async check() {
          const sent = await sql`
            select p.order_id::int as order, b.order_id::int as joined_to, m.status = 'joined' as covered
            from parcels p left join parcels b on b.id = p.joined_to
            join mail_outbox m on m.kind = 'dispatched' and m.subject = p.id::text
            where p.order_id = any (${orders}) order by p.id`;
          expect(sent).toEqual([
            { order: first, joined_to: null, covered: false },
            { order: second, joined_to: first, covered: true },
          ]);
        },
      };
    },
    async 'undo a dispatch'() {
      const { order } = await ordered();
      const packer = await newStaff(backend, 'packer');
      const parcels = [{ event: randomUUID(), order, carrier: 'Evri' }];
      await packer.post('/api/staff/dispatch', { parcels });
      // The e-mail about it leaves, so it needs a correction.
      await sql`
        update mail_outbox set due_at = now() from orders o
        where o.id = ${order} and mail_outbox.checkout_id = o.checkout_id and kind = 'dispatched'`;
      await mailSweep();
      const [{ id: parcel }] = await sql<[{ id: number }]>`
        select id::int from parcels where order_id = ${order}`;
      const sent = { event: randomUUID(), parcel };
      return {
        run: () => packer.post('/api/staff/parcel/undo', sent),
        async check() {
          const [found] = await sql`
            select units_to_send = total_items as here, (
              select count(*)::int from mail_outbox m
              where m.checkout_id = o.checkout_id and m.kind = 'dispatch_undone') as corrections
            from orders o where o.id = ${order}`;
          expect(found).toEqual({ here: true, corrections: 1 });
        },
      };
    },
    async edit() {
      const { order, sku } = await ordered();
      const [{ to }] = await sql<[{ to: number }]>`
        insert into color_variants (product_id, color_name, quantity)
        values (${sku.product_id}, 'Rust', 5) returning id::int as to`;
      const manager = await newStaff(backend, 'manager');
      const from = sku.variant_id;
      const sent = {
        event: randomUUID(),
        order,
        swaps: [{ from, to, quantity: 1 }],
        removed: [{ variant_id: from, quantity: 1 }],
      };
      return {
        run: () => manager.post('/api/staff/edit', sent),
        async check() {
          const [found] = await sql`
            select jsonb_object_agg(i.variant_id, i.quantity) as items, array(
              select m.why || ' ' || m.moved from stock_movements m where m.order_id = o.id order by m.why::text, m.moved
            ) as moved, (
              select count(*)::int from mail_outbox m
              where m.checkout_id = o.checkout_id and m.kind in ('swapped', 'cancelled')) as mails, array(
              select amount_pence::int from refunds where payment_id = o.payment_id and state = 'succeeded') as refunds
            from orders o join order_items i on i.order_id = o.id where o.id = ${order} group by o.id`;
          expect(found).toEqual({
            items: { [from]: 1, [to]: 1 },
            moved: ['cancelled 1', 'sold -2', 'swapped -1', 'swapped 1'],
            mails: 2,
            refunds: [2597],
          });
        },
      };
    },
    async replacement() {
      const { order, sku } = await ordered();
      const manager = await newStaff(backend, 'manager');
      const parcels = [{ event: randomUUID(), order, carrier: 'Evri' }];
      await manager.post('/api/staff/dispatch', { parcels });
      const items = [{ variant_id: sku.variant_id, quantity: 1 }];
      const sent = { event: randomUUID(), order, items, reason: 'lost' };
      return {
        run: () => manager.post('/api/staff/replace', sent),
        async check() {
          const made = await sql`
            select i.quantity, p.charged_pence::int as pence, array(
              select m.why || ' ' || m.moved from stock_movements m where m.order_id = o.id) as moved
            from replacements r join orders o on o.id = r.order_id
            join order_items i on i.order_id = o.id join payments p on p.checkout_id = o.checkout_id
            where r.replaces_order_id = ${order}`;
          expect(made).toEqual([{ quantity: 1, pence: 0, moved: ['replaced -1'] }]);
          expect(await shop.unitsOf(sku)).toBe(2);
        },
      };
    },
    async exchange() {
      const { order, sku } = await ordered();
      const manager = await newStaff(backend, 'manager');
      const parcels = [{ event: randomUUID(), order, carrier: 'Evri' }];
      await manager.post('/api/staff/dispatch', { parcels });
      const items = [{ from: sku.variant_id, to: sku.variant_id, quantity: 1 }];
      const sent = { event: randomUUID(), order, items, kind: 'return' };
      return {
        run: () => manager.post('/api/staff/exchange', sent),
        async check() {
          const made = await sql`
            select o.waits_for::text as waits, i.quantity, p.charged_pence::int as pence, array(
              select m.why || ' ' || m.moved from stock_movements m where m.order_id = o.id) as moved, (
              select count(*)::int from returns where order_id = ${order}) as returns
            from exchanges e join orders o on o.id = e.order_id
            join order_items i on i.order_id = o.id join payments p on p.checkout_id = o.checkout_id
            where e.from_order_id = ${order}`;
          const moved = ['exchanged -1'];
          expect(made).toEqual([{ waits: 'return', quantity: 1, pence: 0, moved, returns: 1 }]);
          expect(await shop.unitsOf(sku)).toBe(2);
        },
      };
    },
    async 'exchange for a dearer piece'() {
      const { order, sku } = await ordered();
      const dear = await shop.newSku(5, 3450);
      const manager = await newStaff(backend, 'manager');
      const parcels = [{ event: randomUUID(), order, carrier: 'Evri' }];
      await manager.post('/api/staff/dispatch', { parcels });
      const items = [{ from: sku.variant_id, to: dear.variant_id, quantity: 1 }];
      const sent = { event: randomUUID(), order, items, kind: 'return' };
      return {
        run: () => manager.post('/api/staff/exchange', sent),
        async check() {
          const [made] = await sql`
            select count(*)::int as links, count(c.stripe_session_id)::int as pages, (
              select count(*)::int from returns where order_id = ${order}) as returns
            from payment_links l join checkouts c on c.id = l.checkout_id where l.order_id = ${order}`;
          expect(made).toEqual({ links: 1, pages: 1, returns: 1 });
          const held =
            await sql`select quantity from stock_holds where variant_id = ${dear.variant_id}`;
          expect(held).toEqual([{ quantity: 1 }]);
        },
      };
    },
    async publish() {
      const { product_id: product } = await shop.newSku(1);
      const [{ slug }] = await sql<[{ slug: string }]>`
        select slug from products where id = ${product}`;
      const marketer = await newStaff(backend, 'marketer');
      const release = randomUUID();
      const changes = { catalogue: { products: [{ slug, price_pence: 2600 }] } };
      const draft = { title: slug, source: 'Studio', changes, options: {}, version: 0 };
      const change = (what: string, body: object = {}) =>
        marketer.post(`/api/staff/release/${what}`, { release, ...body });
      return {
        async run() {
          await change('save', draft);
          const { body } = await change('preview');
          const preview = Preview.safeParse(body);
          if (preview.success) await change('publish', preview.data);
        },
        async check() {
          const published = await sql`
            select state::text, (select price_pence::int from products where id = ${product}) as price
            from releases where title = ${slug}`;
          expect(published).toEqual([{ state: 'published', price: 2600 }]);
        },
      };
    },
    async mailing() {
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
      return {
        run: () => mailingSweep(),
        async check() {
          const reached = await sql<{ email: string; state: string }[]>`
            select s.email, r.state::text from mailing_recipients r
            join subscriptions s on s.id = r.subscription_id where r.mailing_id = ${mailing}`;
          expect(reached.map(({ email }) => email).toSorted()).toEqual(people.toSorted());
          expect(new Set(reached.map(({ state }) => state))).toEqual(new Set(['sent']));
        },
      };
    },
  };
}
