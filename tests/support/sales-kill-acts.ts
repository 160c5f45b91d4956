import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import checkoutSweep from '#handlers/jobs/checkout-sweep.ts';
import { checkoutMetadataKey } from '#server/checkout/stripe-session.ts';
import { linkToken } from '#server/mail/link-token.ts';
import type { Backend } from './backend.ts';
import { call } from './call.ts';
import type { Act } from './kill-acts.ts';
import { phoneShopper } from './phone-shopper.ts';
import { purchasesAt } from './purchases.ts';
import { shopDatabase } from './shop-database.ts';
import { eventText, sendEvent } from './signed-event.ts';
import { newStaff } from './staff.ts';

/** Orders that managers make, which a killed service may interrupt. */
export function salesKillActs(backend: Backend): Record<string, () => Promise<Act>> {
  const { stripe, origin, database } = backend;
  const { sql } = database;
  const shop = shopDatabase(database);
  const { ordered } = purchasesAt(backend);

  /** A manager's link for two of five pieces: added to an order or, if `byPhone`, ordered by phone. */
  async function toLink({ byPhone = false } = {}) {
    const order = byPhone ? null : (await ordered()).order;
    const sku = await shop.newSku(5);
    const { post } = await newStaff(backend, 'manager');
    const event = randomUUID();
    const lines = [{ variant_id: sku.variant_id, quantity: 2 }];
    const person = byPhone ? phoneShopper : null;
    return {
      order,
      sku,
      event,
      post,
      make: () => post('/api/staff/link', { event, order, person, lines }),
    };
  }

  /** A manager's swap of one of two pieces for a dearer one, which its link is for. */
  async function toSwap() {
    const {
      order,
      sku: { variant_id: from },
    } = await ordered();
    const sku = await shop.newSku(5, 3450);
    const { post } = await newStaff(backend, 'manager');
    const event = randomUUID();
    const swaps = [{ from, to: sku.variant_id, quantity: 1 }];
    const body = { event, order, swaps, removed: [] };
    return { order, sku, event, post, make: () => post('/api/staff/edit', body) };
  }

  /** The checkout of a link, and the payment page that the shopper has been sent. */
  async function pageOf(event: string) {
    const [page] = await sql<[{ checkout: string; session: string }]>`
      select id as checkout, stripe_session_id as session
      from checkouts join payment_links on checkout_id = id where ${isOf(event)}`;
    return page;
  }
  /** The link of an event, or of a swap. */
  const isOf = (event: string) =>
    sql`event_id in (${event}, md5('link of ' || ${event}::text)::uuid)`;

  async function linked(toMake: () => ReturnType<typeof toSwap | typeof toLink> = toLink) {
    const link = await toMake();
    await link.make();
    return { ...link, ...(await pageOf(link.event)) };
  }
  type Link = Awaited<ReturnType<typeof linked>>;

  const sessionOf = async (id: string) =>
    (await stripe.sessions()).find((session) => session.id === id);
  const payOnce = async (session: string) => {
    const page = await sessionOf(session);
    if (page?.status === 'open') await stripe.pay(session, { outcome: 'paid' });
  };
  const completed = (session: string) =>
    sendEvent(origin, eventText('checkout.session.completed', { id: session }));

  /** All that a link has done to the order, the stock, the money and the outbox. */
  async function outcomeOf(event: string) {
    const rows = await sql`
      select c.status::text, o.waits_for::text as waits, (
          select coalesce(sum(h.quantity), 0)::int from stock_holds h where h.checkout_id = c.id) as held, (
          select v.quantity from color_variants v join checkout_lines n on n.variant_id = v.id
          where n.checkout_id = c.id) as left,
        array(select p.status::text from payments p where p.checkout_id = c.id) as payments,
        (select count(*)::int from orders p where p.checkout_id = c.id) as orders,
        array(
          select e.kind::text from order_events e
          where e.checkout_id = o.checkout_id and e.kind::text like 'link%' order by e.kind::text) as events,
        array(select m.kind::text from mail_outbox m
          where m.checkout_id = c.id and m.kind <> 'staff_order' order by m.kind::text) as mails
      from payment_links l join checkouts c on c.id = l.checkout_id left join orders o on o.id = l.order_id
      where ${isOf(event)}`;
    return [...rows];
  }
  const paid = {
    status: 'completed',
    waits: null,
    held: 0,
    left: 3,
    payments: ['paid'],
    orders: 1,
  };
  const unpaid = { waits: null, held: 0, left: 5, orders: 0 };
  const ended = {
    ...unpaid,
    status: 'released',
    payments: [],
    events: ['link_ended', 'link_made'],
    mails: ['payment_link'],
  };

  /** A link that its shopper pays, which the webhook and the return page both report. */
  function paying(link: Link, expected: object): Act {
    const { checkout, session, event } = link;
    return {
      async run() {
        await payOnce(session);
        await completed(session);
        await call(`${origin}/api/order-link/`, {
          json: { do: 'show', token: linkToken('order', checkout) },
        });
      },
      async check() {
        expect(await outcomeOf(event)).toEqual([expected]);
        expect(await sessionOf(session)).toMatchObject({ payment_status: 'paid' });
      },
    };
  }

  /** A link that is made, and not paid yet. */
  function making(
    { make, event }: Awaited<ReturnType<typeof toSwap>> | Awaited<ReturnType<typeof toLink>>,
    held: number,
  ): Act {
    return {
      run: make,
      async check() {
        const open = {
          status: 'open',
          waits: 'payment',
          held,
          left: 5,
          payments: [],
          orders: 0,
        };
        expect(await outcomeOf(event)).toEqual([
          { ...open, events: ['link_made'], mails: ['payment_link'] },
        ]);
        const { checkout, session } = await pageOf(event);
        const pages = (await stripe.sessions()).filter(
          ({ metadata }) => metadata?.[checkoutMetadataKey] === checkout,
        );
        expect(pages.map(({ id, status }) => ({ id, status }))).toEqual([
          { id: session, status: 'open' },
        ]);
      },
    };
  }

  return {
    async 'payment link'() {
      return making(await toLink(), 2);
    },
    async 'dearer swap'() {
      return making(await toSwap(), 1);
    },
    async 'paid swap'() {
      return paying(await linked(toSwap), {
        ...paid,
        left: 4,
        events: ['link_made', 'link_paid'],
        mails: ['order', 'payment_link'],
      });
    },
    async 'paid link'() {
      return paying(await linked(), {
        ...paid,
        events: ['link_made', 'link_paid'],
        mails: ['order', 'payment_link'],
      });
    },
    async 'order by phone'() {
      return paying(await linked(() => toLink({ byPhone: true })), {
        ...paid,
        events: [],
        mails: ['order', 'payment_link'],
      });
    },
    async 'link called off'() {
      const { post, checkout, session, event } = await linked();
      return {
        run: () => post('/api/staff/link/end', { checkout }),
        async check() {
          expect(await outcomeOf(event)).toEqual([ended]);
          expect(await sessionOf(session)).toMatchObject({ status: 'expired' });
        },
      };
    },
    async 'lapsed link'() {
      const { checkout, session, event } = await linked();
      return {
        async run() {
          if ((await sessionOf(session))?.status === 'open') await stripe.expire(session);
          await sql`update checkouts set created_at = created_at - interval '1 day' where id = ${checkout}`;
          await checkoutSweep();
        },
        async check() {
          expect(await outcomeOf(event)).toEqual([ended]);
        },
      };
    },
    async 'late payment of a link'() {
      const { checkout, session, event } = await linked();
      await sql`select release_checkout(${checkout})`;
      return paying(
        { ...(await toLink()), checkout, session, event },
        {
          ...unpaid,
          status: 'refunded',
          payments: ['refunded'],
          events: ['link_ended', 'link_made'],
          mails: ['payment_link', 'refund'],
        },
      );
    },
    async gift() {
      const sku = await shop.newSku(5);
      const { post } = await newStaff(backend, 'manager');
      const lines = [{ variant_id: sku.variant_id, quantity: 2 }];
      const sent = { event: randomUUID(), lines, person: phoneShopper, reason: 'Press: Vogue' };
      return {
        run: () => post('/api/staff/gift', sent),
        async check() {
          const given = await sql`
            select p.charged_pence::int as pence, array(
                select m.why || ' ' || m.moved from stock_movements m where m.order_id = o.id) as moved, array(
                select m.kind::text from mail_outbox m
                where m.checkout_id = o.checkout_id and m.kind <> 'staff_order') as mails
            from gifts g join orders o on o.id = g.order_id join payments p on p.id = o.payment_id
            where g.event_id = ${sent.event}`;
          expect(given).toEqual([{ pence: 0, moved: ['given -2'], mails: ['order'] }]);
          expect(await shop.unitsOf(sku)).toBe(3);
        },
      };
    },
  };
}
