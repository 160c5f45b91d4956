import { randomUUID } from 'node:crypto';
import refundSweep from '#handlers/jobs/refund-sweep.ts';
import type { Backend } from './backend.ts';
import { call } from './call.ts';
import type { Purchase } from './purchases.ts';
import { refundSteps } from './refund-scenarios.ts';
import { refundsOf } from './refunds.ts';
import { type Scenarios, scenario } from './scenario.ts';
import { springDiscount } from './spring-discount.ts';
import { again, pieces, press, staffCases } from './staff-cases.ts';
import { newStaff } from './staff.ts';

/** Acts on returns, and on the books of the stockroom, the marketer and the accountant. */
export function bookScenarios(backend: Backend): Scenarios {
  const { origin, database } = backend;
  const { sql } = database;
  const { ordered, sent, stockEnd } = staffCases(backend);

  /** The next button of a return of one of two pieces, all earlier ones having been pressed. */
  async function toReturn(step: 'ask' | 'receive' | 'settle') {
    const { post, ...asking } = await sent('/api/staff/return/ask', ({ order, variant }) => ({
      order,
      kind: 'return',
      items: pieces(variant),
    }));
    if (step === 'ask') return asking;
    await asking.press();
    const [{ id }] = await sql<[{ id: number }]>`
      select id::int from returns where order_id = ${asking.order}`;
    const items = [{ variant_id: asking.sku.variant_id, restocked: 1, written_off: 0 }];
    const [receiving, settling] = [randomUUID(), randomUUID()];
    const receive = () =>
      post('/api/staff/return/receive', { event: receiving, return: id, items });
    if (step === 'receive') return { ...asking, press: receive };
    await receive();
    const settle = { event: settling, return: id };
    return { ...asking, press: () => post('/api/staff/return/settle', settle) };
  }
  /** Return of one of two pieces that were sent, and its refunds. */
  async function returnEnd(given: Purchase) {
    const returns = await sql<{ state: string }[]>`
      select r.state::text from returns r join orders o on o.id = r.order_id where o.user_id = ${given.shopper.id}`;
    const { moved } = await stockEnd(given);
    const refunds = await refundsOf(backend, given.session);
    return { states: returns.map(({ state }) => state), moved, refunds };
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
  async function discountEnd({ session }: Purchase) {
    const codes = await sql<{ codes: number }[]>`
      select (select count(*)::int from discount_codes where discount_id = d.id) as codes
      from discounts d join orders o on d.name = 'Order ' || o.id
      join checkouts c on c.id = o.checkout_id where c.stripe_session_id = ${session}`;
    return [...codes];
  }

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
  async function download({ session }: Purchase) {
    const [{ from, to }] = await sql<[{ from: string; to: string }]>`
      select q::text as from, quarter_end(q)::text as to
      from (select date_trunc('quarter', created_at)::date as q from payments
            where stripe_session_id = ${session}) p`;
    const { token } = await newStaff(backend, 'manager');
    await call(`${origin}/api/staff/export?kind=vat&from=${from}&to=${to}`, { token });
  }
  async function filedEnd({ session }: Purchase) {
    const [row] = await sql<[{ filed: number; movements: number; files: number }]>`
      select (select count(*)::int from filed_quarters f where f.quarter = q) as filed,
        (select count(*)::int from filed_movements f where f.payment_id = p.id) as movements,
        (select count(*)::int from filed_files f where f.quarter = q) as files
      from (select id, date_trunc('quarter', created_at)::date as q from payments
            where stripe_session_id = ${session}) p`;
    return row;
  }

  return {
    'a return is announced': scenario({
      steps: ['database staff_ask_return'],
      prepare: () => toReturn('ask'),
      act: press,
      recoveries: again,
      endOf: returnEnd,
      end: { states: ['asked'], moved: [], refunds: [] },
    }),
    'a return arrives': scenario({
      steps: ['database staff_receive_return'],
      prepare: () => toReturn('receive'),
      act: press,
      recoveries: again,
      endOf: returnEnd,
      end: { states: ['received'], moved: ['returned 1'], refunds: [] },
    }),
    'a return is settled': scenario({
      steps: ['database staff_settle_return', ...refundSteps],
      own: 1,
      prepare: () => toReturn('settle'),
      act: press,
      recoveries: { ...again, 'the sweep comes': () => refundSweep() },
      endOf: returnEnd,
      end: { states: ['settled'], moved: ['returned 1'], refunds: [2597] },
      unheard: { states: ['received'], moved: ['returned 1'], refunds: [] },
    }),
    'a discount is made': scenario({
      steps: ['database staff_make_discount', 'database staff_discounts'],
      prepare: toDiscount,
      act: press,
      recoveries: again,
      endOf: discountEnd,
      end: [{ codes: 0 }],
    }),
    'codes of a discount are made': scenario({
      steps: ['database staff_make_codes'],
      prepare: toCodes,
      act: press,
      recoveries: again,
      endOf: discountEnd,
      end: [{ codes: 3 }],
    }),
    'a manager files a quarter': scenario({
      steps: ['database staff_file_quarter', 'database keep_filed_files'],
      prepare: toFile,
      act: press,
      recoveries: { ...again, 'a file is downloaded': download },
      endOf: filedEnd,
      end: { filed: 1, movements: 1, files: 5 },
      unheard: { filed: 0, movements: 0, files: 0 },
    }),
    'a stock-take is saved': scenario({
      steps: ['database staff_adjust_stock'],
      prepare: () =>
        ordered('/api/staff/stock/adjust', ({ variant }) => ({
          why: 'counted',
          note: null,
          items: [{ variant_id: variant, seen: 5, now: 4 }],
        })),
      act: press,
      recoveries: again,
      endOf: stockEnd,
      end: { moved: ['counted -1'], orders: 0 },
    }),
    'an expected delivery arrives': scenario({
      steps: ['database staff_close_delivery'],
      async prepare() {
        const delivery = randomUUID();
        const made = await ordered('/api/staff/stock/arrive', () => ({ delivery, arrived: 8 }));
        const { variant_id } = made.sku;
        const expected = { delivery, variant_id, units: 10, due_on: '2026-12-01', note: null };
        await made.post('/api/staff/stock/expect', expected);
        return made;
      },
      act: press,
      recoveries: again,
      endOf: stockEnd,
      end: { moved: ['delivered 8'], orders: 0 },
    }),
  };
}
