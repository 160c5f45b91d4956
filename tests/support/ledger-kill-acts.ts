import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import refundSweep from '#handlers/jobs/refund-sweep.ts';
import { linkToken } from '#server/mail/link-token.ts';
import type { Backend } from './backend.ts';
import { call } from './call.ts';
import type { Act } from './kill-acts.ts';
import { purchasesAt } from './purchases.ts';
import { refundsOf } from './refunds.ts';
import { shopDatabase } from './shop-database.ts';
import { springDiscount } from './spring-discount.ts';
import { newStaff } from './staff.ts';

/** Acts on the stockroom's and the accountant's books, which a killed service may interrupt. */
export function ledgerKillActs(backend: Backend): Record<string, () => Promise<Act>> {
  const { stripe, database, origin } = backend;
  const { sql } = database;
  const shop = shopDatabase(database);
  const { ordered, underReview } = purchasesAt(backend);

  const movedOf = async (...variants: number[]) => {
    const rows = await sql<{ moved: string }[]>`
      select why || ' ' || moved || ' = ' || stock as moved from stock_movements
      where variant_id = any (${variants}::bigint[]) and why <> 'first' order by variant_id`;
    return rows.map(({ moved }) => moved);
  };

  async function reviewed(decision: string) {
    const purchase = await underReview();
    const { post } = await newStaff(backend, 'manager');
    const sent = { event: randomUUID(), checkout: purchase.checkout, decision };
    return { ...purchase, run: () => post('/api/staff/review', sent) };
  }

  return {
    async 'stock-take'() {
      const skus = [await shop.newSku(5), await shop.newSku(5)];
      const { post } = await newStaff(backend, 'packer');
      const items = skus.map(({ variant_id }, place) => ({
        variant_id,
        seen: 5,
        now: 4 + 3 * place,
      }));
      const sent = { event: randomUUID(), why: 'counted', note: 'November', items };
      return {
        run: () => post('/api/staff/stock/adjust', sent),
        async check() {
          const moved = await movedOf(...skus.map(({ variant_id }) => variant_id));
          expect(moved).toEqual(['counted -1 = 4', 'counted 2 = 7']);
        },
      };
    },
    async delivery() {
      const { variant_id } = await shop.newSku(5);
      const { post } = await newStaff(backend, 'packer');
      const delivery = randomUUID();
      const expected = { delivery, variant_id, units: 10, due_on: '2026-12-01', note: null };
      return {
        async run() {
          await post('/api/staff/stock/expect', expected);
          await post('/api/staff/stock/arrive', { delivery, arrived: 8 });
        },
        async check() {
          expect(await movedOf(variant_id)).toEqual(['delivered 8 = 13']);
          const closed = await sql`
            select units, arrived from stock_deliveries where variant_id = ${variant_id}`;
          expect(closed).toEqual([{ units: 10, arrived: 8 }]);
        },
      };
    },
    async return() {
      const { order, sku } = await ordered();
      const { post } = await newStaff(backend, 'manager');
      const parcels = [{ event: randomUUID(), order, carrier: 'Evri' }];
      await post('/api/staff/dispatch', { parcels });
      const { variant_id } = sku;
      const [ask, receive, settle] = [randomUUID(), randomUUID(), randomUUID()];
      const idOf = async () => {
        const [found] = await sql<{ id: number }[]>`
          select id::int from returns where order_id = ${order}`;
        return found?.id;
      };
      return {
        async run() {
          const items = [{ variant_id, quantity: 1 }];
          await post('/api/staff/return/ask', { event: ask, order, kind: 'return', items });
          const id = await idOf();
          const came = [{ variant_id, restocked: 1, written_off: 0 }];
          await post('/api/staff/return/receive', { event: receive, return: id, items: came });
          await post('/api/staff/return/settle', { event: settle, return: id });
        },
        async check() {
          const settled = await sql`
            select r.state::text, array(
                select amount_pence::int from order_refunds where order_id = r.order_id and taken_at is not null) as refunds
            from returns r where order_id = ${order}`;
          expect(settled).toEqual([{ state: 'settled', refunds: [2597] }]);
          expect(await movedOf(variant_id)).toEqual(['sold -2 = 3', 'returned 1 = 4']);
        },
      };
    },
    async withdrawal() {
      const { order, checkout, session, sku } = await ordered();
      const declared = {
        do: 'confirm_items',
        token: linkToken('order', checkout),
        event: randomUUID(),
        name: 'Ada Lovelace',
        items: [{ variant_id: sku.variant_id, quantity: 2 }],
      };
      return {
        run: () => call(`${origin}/api/withdraw/`, { json: declared }),
        async check() {
          const [found] = await sql`
            select status, array(
              select kind::text from mail_outbox m
              where m.checkout_id = o.checkout_id and m.kind in ('cancelled', 'order_refund') order by kind::text) as mails
            from orders o where id = ${order}`;
          expect(found).toEqual({ status: 'cancelled', mails: ['cancelled', 'order_refund'] });
          expect(await refundsOf(backend, session)).toEqual([5194]);
          expect(await movedOf(sku.variant_id)).toEqual(['sold -2 = 3', 'cancelled 2 = 5']);
        },
      };
    },
    async 'accepted review'() {
      const { session, sku, checkout, run } = await reviewed('accept');
      return {
        run,
        async check() {
          const made = await sql`
            select p.status::text, array(
                select kind::text from order_events e
                where e.checkout_id = o.checkout_id and e.kind::text like 'review%') as events
            from orders o join payments p on p.id = o.payment_id where o.checkout_id = ${checkout}`;
          expect(made).toEqual([{ status: 'paid', events: ['review_accepted'] }]);
          expect(await refundsOf(backend, session)).toEqual([1000]);
          expect(await movedOf(sku.variant_id)).toEqual(['sold -2 = 3']);
        },
      };
    },
    async 'refund that the bank returns'() {
      const { order, session } = await ordered();
      const { post } = await newStaff(backend, 'manager');
      const goodwill = { items: [], shipping_pence: 0, goodwill_pence: 500, reason: 'goodwill' };
      await post('/api/staff/refund', { event: randomUUID(), order, ...goodwill });
      const [{ id, refund }] = await sql<[{ id: string; refund: string }]>`
        select r.id, r.stripe_refund_id as refund from refunds r
        join payments p on p.id = r.payment_id where p.stripe_session_id = ${session}`;
      await stripe.settleRefund(refund, 'failed');
      return {
        run: () => refundSweep(),
        async check() {
          const notes = await sql`
            select n.amount_pence::int as pence, c.amount_pence::int as cancelled
            from credit_notes n left join credit_notes c on c.cancels = n.number
            where n.refund_id = ${id} and n.cancels is null`;
          // The money is still owed: the next attempt keeps the credit note.
          expect(notes).toEqual([{ pence: 500, cancelled: null }]);
          const [numbers] = await sql`
            select max(number) = count(*) as gapless from credit_notes`;
          expect(numbers).toEqual({ gapless: true });
        },
      };
    },
    async 'filing of a quarter'() {
      const { order } = await ordered();
      // The next quarter of this century, with one payment in it.
      const [{ quarter }] = await sql<[{ quarter: string }]>`
        with next as (
          select coalesce(quarter_end(max(quarter)) + 1, '2000-01-01') as quarter from filed_quarters
        ), moved as (
          update payments p set created_at = next.quarter + interval '40 days'
          from orders o, next where o.payment_id = p.id and o.id = ${order}
        )
        select quarter::text from next`;
      const [{ seen }] = await sql<[{ seen: string }]>`
        select quarter_digest(${quarter}) as seen`;
      const { post } = await newStaff(backend, 'manager');
      const sent = { event: randomUUID(), quarter, seen };
      return {
        run: () => post('/api/staff/quarter-file', sent),
        async check() {
          const filed = await sql`
            select q.quarter::text, quarter_digest(q.quarter) as digest,
              (select count(*)::int from filed_movements m where m.quarter = q.quarter) as movements,
              array(select kind::text from filed_files f where f.quarter = q.quarter order by kind::text) as files
            from filed_quarters q where id = ${sent.event}`;
          const files = ['movements', 'quickbooks', 'quickbooks-credits', 'vat', 'xero'];
          expect(filed).toEqual([{ quarter, digest: seen, movements: 1, files }]);
        },
      };
    },
    async 'discount codes'() {
      const { post } = await newStaff(backend, 'marketer');
      const [change, batch] = [randomUUID(), randomUUID()];
      const name = `Spring ${change}`;
      const terms = { ...springDiscount, name: name.slice(0, 40) };
      return {
        async run() {
          const { body } = await post('/api/staff/discount-make', { change, terms });
          const made = Discounts.safeParse(body).data?.discounts;
          const discount = made?.find((one) => one.name === terms.name)?.id;
          if (discount === undefined) return;
          await post('/api/staff/discount-codes', { change: batch, discount, count: 3 });
        },
        async check() {
          const made = await sql`
            select percent, (
              select count(*)::int from discount_codes c where c.discount_id = d.id) as codes
            from discounts d where name = ${terms.name}`;
          expect(made).toEqual([{ percent: 10, codes: 3 }]);
        },
      };
    },
    async 'declined review'() {
      const { session, sku, checkout, run } = await reviewed('refund');
      return {
        run,
        async check() {
          const orders = await sql`select from orders where checkout_id = ${checkout}`;
          expect(orders).toHaveLength(0);
          expect(await refundsOf(backend, session)).toEqual([4194, 1000]);
          expect(await shop.freeUnitsOf(sku)).toBe(5);
        },
      };
    },
  };
}

const Discounts = z.object({ discounts: z.array(z.object({ id: z.int(), name: z.string() })) });
