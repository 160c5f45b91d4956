import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import checkoutSweep from '#handlers/jobs/checkout-sweep.ts';
import { linkToken } from '#server/mail/link-token.ts';
import type { Backend } from './backend.ts';
import { call } from './call.ts';
import type { Case, MoneyScenario } from './order-fault-scenarios.ts';
import { purchasesAt } from './purchases.ts';
import { shopDatabase } from './shop-database.ts';
import { eventText, sendEvent } from './signed-event.ts';
import { newStaff } from './staff.ts';

const Linked = z.object({ checkout: z.uuid() });

const ada = {
  name: 'Ada Lovelace',
  address: '12 St James’s Square, London SW1Y 4JH',
  email: 'ada@example.com',
  phone: '020 7946 0000',
  country: 'GB',
};

const day = 24 * 60 * 60;

const press = (given: Case) => given.press();
const again = { 'the button is pressed again': press };
const pieces = (variant: number) => [{ variant_id: variant, quantity: 1 }];

/** Acts of the studio that make orders, move stock or file accounts; each reads its own end state. */
export function studioFaultScenarios(backend: Backend): Record<string, MoneyScenario> {
  const { stripe, database, origin } = backend;
  const { sql } = database;
  const shop = shopDatabase(database);
  const purchases = purchasesAt(backend);

  /** An order of two of five pieces, and a button of a manager. */
  async function ordered(
    path: string,
    bodyOf: (given: { order: number; variant: number }) => object,
  ) {
    const purchase = await purchases.ordered();
    const { post } = await newStaff(backend, 'manager');
    const event = randomUUID();
    const body = { event, ...bodyOf({ order: purchase.order, variant: purchase.sku.variant_id }) };
    return { ...purchase, post, event, press: () => post(path, body) };
  }
  async function sent(...given: Parameters<typeof ordered>) {
    const made = await ordered(...given);
    const parcels = [{ event: randomUUID(), order: made.order, carrier: 'Evri' }];
    await made.post('/api/staff/dispatch', { parcels });
    return made;
  }
  /** The button of a link for one more of the three pieces that are left. */
  const toLink = () =>
    ordered('/api/staff/link', ({ order, variant }) => {
      const lines = [{ variant_id: variant, quantity: 1 }];
      return { order, person: null, lines };
    });
  async function linked() {
    const { post, press: make, ...purchase } = await toLink();
    const { body } = await make();
    const { checkout } = Linked.parse(body);
    const [{ session }] = await sql<[{ session: string }]>`
      select stripe_session_id as session from checkouts where id = ${checkout}`;
    const linkOff = () => post('/api/staff/link/end', { checkout });
    return { ...purchase, session, checkout, press: linkOff };
  }
  const paidLink = async () => {
    const link = await linked();
    await stripe.pay(link.session, { outcome: 'paid' });
    return link;
  };
  const completed = ({ session }: Case) =>
    sendEvent(origin, eventText('checkout.session.completed', { id: session }));
  const comeBack = async ({ session }: Case) => {
    const [{ id }] = await sql<[{ id: string }]>`
      select id from checkouts where stripe_session_id = ${session}`;
    await call(`${origin}/api/order-link/`, {
      json: { do: 'show', token: linkToken('order', id) },
    });
  };
  const laterSweep = async () => {
    await sql`
      update checkouts set created_at = created_at - interval '1 hour' where status = 'open' and by_link`;
    await checkoutSweep();
  };
  const timePasses = async () => {
    await stripe.advanceClock(day);
    await laterSweep();
  };

  /** The order of a link, the stock, and what can be paid; each attached page has its e-mail. */
  async function linkEnd({ sku, shopper }: Case) {
    const [row] = await sql<[{ attached: (string | null)[] }]>`
      select (select waits_for::text from orders f where f.user_id = ${shopper.id} order by f.id limit 1) as waits,
        (select count(*)::int from orders f where f.user_id = ${shopper.id}) as orders,
        array(select stripe_session_id from checkouts c join payment_links l on l.checkout_id = c.id
              join orders f on f.id = l.order_id where f.user_id = ${shopper.id}) as attached,
        not exists (
          select from checkouts c join payment_links l on l.checkout_id = c.id
          where (c.stripe_session_id is null) = exists (
            select from mail_outbox m where m.checkout_id = c.id and m.kind = 'payment_link')) as mailed`;
    const { attached, ...rest } = row;
    const open = (await stripe.sessions()).filter(({ status }) => status === 'open');
    const payable = open.filter(({ id }) => attached.includes(id)).length;
    return { ...rest, payable, left: await shop.freeUnitsOf(sku) };
  }
  /** Stock movements after the sale, and the orders for which nothing was charged. */
  async function stockEnd({ sku }: Case) {
    const rows = await sql<{ moved: string }[]>`
      select why || ' ' || moved as moved from stock_movements
      where variant_id = ${sku.variant_id} and why not in ('first', 'sold') order by id`;
    const [free] = await sql<[{ orders: number }]>`
      select count(*)::int as orders from orders o
      join payments p on p.id = o.payment_id join order_items i on i.order_id = o.id
      where p.method = 'none' and i.variant_id = ${sku.variant_id}`;
    return { moved: rows.map(({ moved }) => moved), ...free };
  }

  /** A press of the studio that moves only stock. */
  const stockAct = (prepare: () => Promise<Case>): MoneyScenario => ({
    prepare,
    act: press,
    recoveries: again,
    endOf: stockEnd,
  });
  /** The button that files the next quarter of this century, which has one payment. */
  async function toFile() {
    const made = await ordered('', () => ({}));
    const [{ quarter }] = await sql<[{ quarter: string }]>`
      with next as (
        select coalesce(quarter_end(max(quarter)) + 1, '2000-01-01') as quarter from filed_quarters
      ), moved as (
        update payments set created_at = next.quarter + interval '40 days'
        from next where stripe_session_id = ${made.session}
      )
      select quarter::text from next`;
    const [{ seen }] = await sql<[{ seen: string }]>`select quarter_digest(${quarter}) as seen`;
    const body = { event: made.event, quarter, seen };
    return { ...made, press: () => made.post('/api/staff/quarter-file', body) };
  }
  async function download({ session }: Case) {
    const [{ from, to }] = await sql<[{ from: string; to: string }]>`
      select q::text as from, quarter_end(q)::text as to
      from (select date_trunc('quarter', created_at)::date as q from payments
            where stripe_session_id = ${session}) p`;
    const { token } = await newStaff(backend, 'manager');
    await call(`${origin}/api/staff/export?kind=vat&from=${from}&to=${to}`, { token });
  }
  async function filedEnd({ session }: Case) {
    const [row] = await sql<[{ filed: number; movements: number; files: number }]>`
      select (select count(*)::int from filed_quarters f where f.quarter = q) as filed,
        (select count(*)::int from filed_movements f where f.payment_id = p.id) as movements,
        (select count(*)::int from filed_files f where f.quarter = q) as files
      from (select id, date_trunc('quarter', created_at)::date as q from payments
            where stripe_session_id = ${session}) p`;
    return row;
  }

  return {
    'a manager sends a payment link': {
      prepare: toLink,
      act: press,
      recoveries: { ...again, 'time passes': timePasses },
      endOf: linkEnd,
    },
    'a manager calls a link off': {
      prepare: linked,
      act: press,
      recoveries: { ...again, 'time passes': timePasses },
      endOf: linkEnd,
    },
    'the webhook of a paid link comes': {
      prepare: paidLink,
      act: completed,
      recoveries: {
        'it is repeated': completed,
        'the shopper comes back': comeBack,
        'the sweep comes': laterSweep,
        'the link is called off': press,
      },
      endOf: linkEnd,
    },
    'a manager files a quarter': {
      prepare: toFile,
      act: press,
      recoveries: { ...again, 'a file is downloaded': download },
      endOf: filedEnd,
    },
    'a manager gives pieces away': stockAct(() =>
      ordered('/api/staff/gift', ({ variant }) => ({
        lines: pieces(variant),
        person: ada,
        reason: 'Press: Vogue',
      })),
    ),
    'a manager sends pieces again': stockAct(() =>
      sent('/api/staff/replace', ({ order, variant }) => ({
        order,
        items: pieces(variant),
        reason: 'lost',
      })),
    ),
    'a manager exchanges pieces': stockAct(() =>
      sent('/api/staff/exchange', ({ order, variant }) => ({
        order,
        items: [{ from: variant, to: variant, quantity: 1 }],
        kind: 'return',
      })),
    ),
    'a stock-take is saved': stockAct(() =>
      ordered('/api/staff/stock/adjust', ({ variant }) => ({
        why: 'counted',
        note: null,
        items: [{ variant_id: variant, seen: 5, now: 4 }],
      })),
    ),
    'an expected delivery arrives': stockAct(async () => {
      const delivery = randomUUID();
      const made = await ordered('/api/staff/stock/arrive', () => ({ delivery, arrived: 8 }));
      const { variant_id } = made.sku;
      const expected = { delivery, variant_id, units: 10, due_on: '2026-12-01', note: null };
      await made.post('/api/staff/stock/expect', expected);
      return made;
    }),
  };
}
