import { randomUUID } from 'node:crypto';
import checkoutSweep from '#handlers/jobs/checkout-sweep.ts';
import refundSweep from '#handlers/jobs/refund-sweep.ts';
import { linkToken } from '#server/mail/link-token.ts';
import type { Backend } from './backend.ts';
import { call } from './call.ts';
import type { Case, MoneyScenario } from './order-fault-scenarios.ts';
import { phoneShopper } from './phone-shopper.ts';
import { purchasesAt } from './purchases.ts';
import { refundsOf } from './refunds.ts';
import { shopDatabase } from './shop-database.ts';
import { eventText, sendEvent } from './signed-event.ts';
import { springDiscount } from './spring-discount.ts';
import { newStaff } from './staff.ts';

const day = 24 * 60 * 60;

const press = (given: Case) => given.press();
const sweep = () => refundSweep();
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
  /** The button of a swap of one of two pieces for another product that costs `pence`. */
  async function toSwap(pence: number) {
    const { variant_id: to } = await shop.newSku(5, pence);
    return ordered('/api/staff/edit', ({ order, variant }) => ({
      order,
      swaps: [{ from: variant, to, quantity: 1 }],
      removed: [],
    }));
  }
  /** The button of an exchange of one of two pieces that were sent for another product that costs `pence`. */
  async function toExchange(pence: number) {
    const { variant_id: to } = await shop.newSku(5, pence);
    return sent('/api/staff/exchange', ({ order, variant }) => ({
      order,
      items: [{ from: variant, to, quantity: 1 }],
      kind: 'return',
    }));
  }
  async function linked(toMake = toLink) {
    const { post, press: make, ...purchase } = await toMake();
    await make();
    const [{ checkout, session }] = await sql<[{ checkout: string; session: string }]>`
      select c.id as checkout, c.stripe_session_id as session from checkouts c
      join payment_links l on l.checkout_id = c.id where l.order_id = ${purchase.order}`;
    const linkOff = () => post('/api/staff/link/end', { checkout });
    return { ...purchase, session, checkout, press: linkOff };
  }
  const paidLink = async (...by: Parameters<typeof linked>) => {
    const link = await linked(...by);
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
      select (select max(waits_for::text) from orders f where f.user_id = ${shopper.id}) as waits,
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

  /** Return of one of two pieces that were sent, and its refunds. */
  async function returnEnd(given: Case) {
    const returns = await sql<{ state: string }[]>`
      select r.state::text from returns r join orders o on o.id = r.order_id where o.user_id = ${given.shopper.id}`;
    const { moved } = await stockEnd(given);
    const refunds = await refundsOf(backend, given.session);
    return { states: returns.map(({ state }) => state), moved, refunds };
  }
  /** The next button of a return of one of two pieces, all earlier ones having been pressed. */
  async function toReturn(step: 'ask' | 'receive' | 'settle'): Promise<Case> {
    const made = await sent('/api/staff/return/ask', ({ order, variant }) => ({
      order,
      kind: 'return',
      items: pieces(variant),
    }));
    if (step === 'ask') return made;
    await made.press();
    const [{ id }] = await sql<[{ id: number }]>`
      select id::int from returns where order_id = ${made.order}`;
    const items = [{ variant_id: made.sku.variant_id, restocked: 1, written_off: 0 }];
    const [receiving, settling] = [randomUUID(), randomUUID()];
    const receive = () =>
      made.post('/api/staff/return/receive', { event: receiving, return: id, items });
    if (step === 'receive') return { ...made, press: receive };
    await receive();
    const settle = { event: settling, return: id };
    return { ...made, press: () => made.post('/api/staff/return/settle', settle) };
  }
  const toDiscount = () =>
    ordered('/api/staff/discount-make', ({ order }) => ({
      change: randomUUID(),
      terms: { ...springDiscount, name: `Order ${order}` },
    }));
  async function toCodes() {
    const made = await toDiscount();
    await made.press();
    const [{ discount }] = await sql<[{ discount: number }]>`
      select id::int as discount from discounts where name = ${`Order ${made.order}`}`;
    const body = { change: made.event, discount, count: 3 };
    return { ...made, press: () => made.post('/api/staff/discount-codes', body) };
  }
  async function discountEnd({ session }: Case) {
    const codes = await sql<{ codes: number }[]>`
      select (select count(*)::int from discount_codes where discount_id = d.id) as codes
      from discounts d join orders o on d.name = 'Order ' || o.id
      join checkouts c on c.id = o.checkout_id where c.stripe_session_id = ${session}`;
    return [...codes];
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
    'a manager swaps a piece': stockAct(() => toSwap(2450)),
    'a manager swaps a piece for a cheaper one': {
      prepare: () => toSwap(2000),
      act: press,
      recoveries: { ...again, 'the sweep comes': sweep },
    },
    'a manager swaps a piece for a dearer one': {
      prepare: () => toSwap(3450),
      act: press,
      recoveries: { ...again, 'time passes': timePasses },
      endOf: linkEnd,
    },
    'the webhook of a paid swap comes': {
      prepare: () => paidLink(() => toSwap(3450)),
      act: completed,
      recoveries: { 'it is repeated': completed, 'the sweep comes': laterSweep },
      endOf: linkEnd,
    },
    'a manager exchanges a piece for a dearer one': {
      prepare: () => toExchange(3450),
      act: press,
      recoveries: { ...again, 'time passes': timePasses },
      endOf: linkEnd,
    },
    'the webhook of a paid exchange comes': {
      prepare: () => paidLink(() => toExchange(3450)),
      act: completed,
      recoveries: { 'it is repeated': completed, 'the sweep comes': laterSweep },
      endOf: linkEnd,
    },
    'a return is announced': {
      prepare: () => toReturn('ask'),
      act: press,
      recoveries: again,
      endOf: returnEnd,
    },
    'a return arrives': {
      prepare: () => toReturn('receive'),
      act: press,
      recoveries: again,
      endOf: returnEnd,
    },
    'a return is settled': {
      prepare: () => toReturn('settle'),
      act: press,
      recoveries: { ...again, 'the sweep comes': sweep },
      endOf: returnEnd,
    },
    'a discount is made': {
      prepare: toDiscount,
      act: press,
      recoveries: again,
      endOf: discountEnd,
    },
    'codes of a discount are made': {
      prepare: toCodes,
      act: press,
      recoveries: again,
      endOf: discountEnd,
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
        person: phoneShopper,
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
