import { randomUUID } from 'node:crypto';
import checkoutSweep from '#handlers/jobs/checkout-sweep.ts';
import refundSweep from '#handlers/jobs/refund-sweep.ts';
import { linkToken } from '#server/mail/link-token.ts';
import type { Backend } from './backend.ts';
import { call } from './call.ts';
import { makeOld } from './checkout-facts.ts';
import type { Purchase } from './purchases.ts';
import { type Scenarios, scenario } from './scenario.ts';
import { again, press, staffCases } from './staff-cases.ts';
import { newStaff } from './staff.ts';

/** Looks up a payment's refunds at Stripe, and makes one. */
const made = [
  'stripe GET /v1/refunds',
  'database record_refunds',
  'database begin_order_refund',
  'stripe POST /v1/refunds',
  'database record_refunds',
];
/** A refund while the user waits. */
export const refundSteps = [...made, 'database order_refund_progress'];
const looking = [
  'database stripe_events_seen_until',
  'stripe GET /v1/events',
  'database mark_stripe_events_seen',
  'database take_due_order_refunds',
];

export const untouched = { refunds: [], left: 3, owed: 0, mails: [] };
const refunded = { refunds: [500], left: 3, owed: 0, mails: ['order_refund'] };
const cancelled = { refunds: [5194], left: 5, owed: 0, mails: ['cancelled', 'order_refund'] };
/** £10 was refunded at the dashboard, and the goods await a decision. */
const undecided = { ...untouched, refunds: [1000] };

const sweep = () => refundSweep();
const bySweep = { ...again, 'the sweep comes': sweep };

/** Acts that move an order's money back, with no webhook arriving. */
export function refundScenarios(backend: Backend): Scenarios {
  const { stripe, database, origin } = backend;
  const { sql } = database;
  const { ordered, refundEnd: endOf, purchases, shop } = staffCases(backend);

  const goodwill = { items: [], shipping_pence: 0, goodwill_pence: 500, reason: 'goodwill' };
  const toRefund = () => ordered('/api/staff/refund', ({ order }) => ({ order, ...goodwill }));
  const whole = { items: null, reason: 'sold_out', restock: true };
  async function reviewed(decision: string) {
    const purchase = await purchases.underReview();
    const { post } = await newStaff(backend, 'manager');
    const sent = { event: randomUUID(), checkout: purchase.checkout, decision };
    return { ...purchase, press: () => post('/api/staff/review', sent) };
  }
  const laterCheckoutSweep = async ({ session }: Purchase) => {
    await makeOld(database, session);
    await checkoutSweep();
  };
  /** The button was pressed while Stripe was down. */
  const owing = async () => {
    const given = await toRefund();
    await stripe.fail({ method: 'POST', path: '/v1/refunds', outcome: 500 });
    await given.press();
    return given;
  };
  /** A withdrawal by order number and address that was not undone in time. */
  const withdrawn = async () => {
    const purchase = await purchases.ordered();
    await sql`select withdraw_order(gen_random_uuid(), ${purchase.order}, p_proven => false)`;
    await sql`update orders set cancels_at = now() where id = ${purchase.order}`;
    return purchase;
  };

  return {
    'a manager refunds': scenario({
      steps: ['database staff_refund', ...refundSteps],
      prepare: toRefund,
      act: press,
      recoveries: bySweep,
      endOf,
      end: refunded,
      unheard: untouched,
    }),
    'a manager refunds to a gift card and at Stripe': scenario({
      steps: ['database staff_refund', ...refundSteps],
      async prepare() {
        await newStaff(backend, 'manager');
        const code = await shop.newGiftCard(2000);
        const split = { ...goodwill, goodwill_pence: 2500 };
        return ordered('/api/staff/refund', ({ order }) => ({ order, ...split }), code);
      },
      act: press,
      recoveries: bySweep,
      async endOf(given) {
        const [held] = await sql`
          select credit_balance(gift_card_id)::int as card from checkout_credits where checkout_id = ${given.checkout}`;
        return { ...(await endOf(given)), ...held };
      },
      end: { ...refunded, card: 2000 },
      unheard: { ...untouched, card: 0 },
    }),
    'a manager cancels': scenario({
      steps: ['database staff_cancel', ...refundSteps],
      prepare: () => ordered('/api/staff/cancel', ({ order }) => ({ order, ...whole })),
      act: press,
      recoveries: bySweep,
      endOf,
      end: cancelled,
      unheard: untouched,
    }),
    'a manager declines what is under review': scenario({
      steps: [
        'database staff_resolve_review',
        ...made.slice(0, 2),
        'database begin_refund',
        ...made.slice(3),
      ],
      prepare: () => reviewed('refund'),
      act: press,
      recoveries: { ...again, 'the sweep comes': laterCheckoutSweep },
      endOf,
      end: { refunds: [4194, 1000], left: 5, owed: 0, mails: ['refund'] },
      unheard: undecided,
    }),
    'a manager accepts what is under review': scenario({
      prepare: () => reviewed('accept'),
      act: press,
      async endOf(given) {
        const orders = await sql`
          select p.status::text, array(
              select kind::text from order_events e
              where e.checkout_id = o.checkout_id and e.kind::text like 'review%') as events
          from orders o join payments p on p.id = o.payment_id where o.checkout_id = ${given.checkout}`;
        return { ...(await endOf(given)), orders };
      },
      end: {
        ...undecided,
        mails: ['order_refund'],
        orders: [{ status: 'paid', events: ['review_accepted'] }],
      },
    }),
    'the sweep refunds what an order owes': scenario({
      steps: ['database withdrawals_due', ...looking, ...made],
      prepare: owing,
      act: sweep,
      recoveries: again,
      endOf,
      end: refunded,
    }),
    'the sweep carries out a withdrawal': scenario({
      steps: ['database withdrawals_due', 'database carry_out_withdrawal', ...looking, ...made],
      prepare: withdrawn,
      act: sweep,
      recoveries: { 'it comes again': sweep },
      endOf,
      // The receipt, and the confirmation that it is done.
      end: { ...cancelled, mails: ['cancelled', ...cancelled.mails] },
    }),
    'a shopper withdraws by the mailed link': scenario({
      async prepare() {
        const purchase = await purchases.ordered();
        const json = {
          do: 'confirm_items',
          token: linkToken('order', purchase.checkout),
          event: randomUUID(),
          name: 'Ada Lovelace',
          items: [{ variant_id: purchase.sku.variant_id, quantity: 2 }],
        };
        return { ...purchase, press: () => call(`${origin}/api/withdraw/`, { json }) };
      },
      act: press,
      endOf,
      end: cancelled,
    }),
    'the sweep finds that a bank returned a refund': scenario({
      async prepare() {
        const given = await toRefund();
        await given.press();
        const [{ refund }] = await sql<[{ refund: string }]>`
          select r.stripe_refund_id as refund from refunds r
          join payments p on p.id = r.payment_id where p.stripe_session_id = ${given.session}`;
        await stripe.settleRefund(refund, 'failed');
        return { ...given, refund };
      },
      act: sweep,
      async endOf({ refund }) {
        const notes = await sql`
          select n.amount_pence::int as pence, c.amount_pence::int as cancelled, (
            select max(number) = count(*) from credit_notes) as gapless
          from credit_notes n join refunds r on r.id = n.refund_id
          left join credit_notes c on c.cancels = n.number
          where r.stripe_refund_id = ${refund} and n.cancels is null`;
        return [...notes];
      },
      // The money is still owed: the next attempt keeps the credit note.
      end: [{ pence: 500, cancelled: null, gapless: true }],
    }),
  };
}
