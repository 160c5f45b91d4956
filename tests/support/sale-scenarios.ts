import { randomUUID } from 'node:crypto';
import checkoutSweep from '#handlers/jobs/checkout-sweep.ts';
import refundSweep from '#handlers/jobs/refund-sweep.ts';
import { linkToken } from '#server/mail/link-token.ts';
import type { Backend } from './backend.ts';
import { call } from './call.ts';
import { phoneShopper } from './phone-shopper.ts';
import type { Purchase } from './purchases.ts';
import { refundSteps, untouched } from './refund-scenarios.ts';
import { refundsOf } from './refunds.ts';
import { type Scenarios, scenario } from './scenario.ts';
import { eventText, sendEvent } from './signed-event.ts';
import { again, pieces, press, staffCases } from './staff-cases.ts';

const day = 24 * 60 * 60;

const openPage = ['stripe POST /v1/checkout/sessions', 'database attach_link'];
/** The price paid for the old piece comes off as a coupon. */
const openDearer = ['stripe POST /v1/coupons', ...openPage];
const takePayment = ['stripe GET /v1/checkout/sessions/:id', 'database complete_checkout'];

/** One order, for which nothing more is to be paid. */
const noLink = { waits: null, orders: 1, mailed: true, once: true, payable: 0, left: 3 };

/** Orders, changes and links that managers make. */
export function saleScenarios(backend: Backend): Scenarios {
  const { stripe, origin, database } = backend;
  const { sql } = database;
  const { ordered, sent, refundEnd, stockEnd, shop } = staffCases(backend);

  /** The button of a link for one more of the three pieces that are left, or for an order by phone. */
  const toLink = (isByPhone = false) =>
    ordered('/api/staff/link', ({ order, variant }) => ({
      order: isByPhone ? null : order,
      person: isByPhone ? phoneShopper : null,
      lines: pieces(variant),
    }));
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
      join payment_links l on l.checkout_id = c.id
      where l.order_id = ${purchase.order} or l.event_id = ${purchase.event}`;
    const linkOff = () => post('/api/staff/link/end', { checkout });
    return { ...purchase, session, checkout, press: linkOff };
  }
  const paidLink = async (...by: Parameters<typeof linked>) => {
    const link = await linked(...by);
    await stripe.pay(link.session, { outcome: 'paid' });
    return link;
  };
  const completed = ({ session }: Purchase) =>
    sendEvent(origin, eventText('checkout.session.completed', { id: session }));
  const comeBack = async ({ session }: Purchase) => {
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
  const unpaid = { ...again, 'time passes': timePasses };
  const paid = { 'it is repeated': completed, 'the sweep comes': laterSweep };

  /** The order of a link, the stock, and what can be paid; each attached page has its e-mail. */
  async function linkEnd({ sku, shopper }: Purchase) {
    const [row] = await sql<[{ attached: (string | null)[] }]>`
      select (select max(waits_for::text) from orders f where f.user_id = ${shopper.id}) as waits,
        (select count(*)::int from orders f where f.user_id = ${shopper.id}) as orders,
        array(select stripe_session_id from checkouts c join payment_links l on l.checkout_id = c.id
              join orders f on f.id = l.order_id where f.user_id = ${shopper.id}) as attached,
        not exists (
          select from checkouts c join payment_links l on l.checkout_id = c.id
          where (c.stripe_session_id is null) = exists (
            select from mail_outbox m where m.checkout_id = c.id and m.kind = 'payment_link')) as mailed,
        not exists (
          select from order_events e join checkouts c on c.id = e.checkout_id
          where c.user_id = ${shopper.id} group by e.checkout_id, e.kind having count(*) > 1) as once`;
    const { attached, ...rest } = row;
    const open = (await stripe.sessions()).filter(({ status }) => status === 'open');
    const payable = open.filter(({ id }) => attached.includes(id)).length;
    return { ...rest, payable, left: await shop.freeUnitsOf(sku) };
  }

  /** The button that sells one of three pieces for cash, to be sent. */
  const inHand = () =>
    ordered('/api/staff/sale', ({ variant }) => ({
      lines: pieces(variant),
      handed_over: false,
      method: 'cash',
      person: phoneShopper,
      total_pence: 2597,
    }));
  /** The button that records the refund of such a sale, which was cancelled. */
  async function toPayBack() {
    const { post, press: sell, ...sold } = await inHand();
    await sell();
    const [{ order }] = await sql<[{ order: number }]>`
      select o.id::int as order from orders o join payment_links l on l.checkout_id = o.checkout_id
      where l.event_id = ${sold.event}`;
    await post('/api/staff/cancel', {
      event: randomUUID(),
      order,
      items: null,
      reason: 'sold_out',
      restock: true,
    });
    const [{ id }] = await sql<
      [{ id: string }]
    >`select id from order_refunds where order_id = ${order}`;
    const body = { event: randomUUID(), order_refund: id, method: 'cash' };
    return { ...sold, press: () => post('/api/staff/refund/hand-over', body) };
  }
  const cancelMails = ['cancelled', 'order', 'order_refund'];
  /** The cash sale of a button: its order, the money in the books, and its e-mails. */
  async function inHandEnd({ event, sku }: Purchase & { event: string }) {
    const [row] = await sql`
      with sale as (
        select c.id as checkout, p.id as payment, o.id as order
        from payment_links l join checkouts c on c.id = l.checkout_id
        join payments p on p.checkout_id = c.id join orders o on o.payment_id = p.id
        where l.event_id = ${event} and p.method = 'cash'
      )
      select (select count(*)::int from sale) as sold,
        (select sum(amount_pence)::int from money_movements where payment_id in (select payment from sale)
         and method = 'cash') as moved,
        (select count(*)::int from order_refunds where order_id in (select "order" from sale)
         and taken_at is null) as owed,
        (select coalesce(sum(amount_pence), 0)::int from refunds where payment_id in (select payment from sale)
         and source = 'outside' and method = 'cash') as paid,
        array(select kind::text from mail_outbox where checkout_id in (select checkout from sale)
          and not mail_goes_to_staff(kind) order by 1) as mails`;
    return { ...row, left: await shop.freeUnitsOf(sku) };
  }

  /** A press that only makes an order without a charge, or moves stock. */
  const free = (
    step: string,
    prepare: () => ReturnType<typeof ordered>,
    moved: string,
    orders = 1,
  ) =>
    scenario({
      steps: [`database ${step}`],
      prepare,
      act: press,
      recoveries: again,
      endOf: stockEnd,
      end: { moved: [moved], orders },
    });

  return {
    'a manager sends a payment link': scenario({
      steps: ['database staff_open_link', ...openPage],
      prepare: () => toLink(),
      act: press,
      recoveries: unpaid,
      endOf: linkEnd,
      end: { ...noLink, waits: 'payment', payable: 1, left: 2 },
      lapsed: noLink,
    }),
    'a manager calls a link off': scenario({
      steps: [
        'database link_to_end',
        'stripe POST /v1/checkout/sessions/:id/expire',
        'database release_checkout',
      ],
      prepare: () => linked(),
      act: press,
      recoveries: unpaid,
      endOf: linkEnd,
      end: noLink,
    }),
    'the webhook of a paid link comes': scenario({
      steps: takePayment,
      prepare: () => paidLink(),
      act: completed,
      recoveries: {
        ...paid,
        'the shopper comes back': comeBack,
        'the link is called off': press,
      },
      endOf: linkEnd,
      end: { ...noLink, orders: 2, left: 2 },
    }),
    'the webhook of a paid order by phone comes': scenario({
      prepare: () => paidLink(() => toLink(true)),
      act: completed,
      async endOf({ checkout, sku }) {
        const [row] = await sql`
          select c.status::text, array(select p.status::text from payments p where p.checkout_id = c.id) as payments,
            (select count(*)::int from orders o where o.checkout_id = c.id) as orders
          from checkouts c where id = ${checkout}`;
        return { ...row, left: await shop.unitsOf(sku) };
      },
      end: { status: 'completed', payments: ['paid'], orders: 1, left: 2 },
    }),
    'a link lapses': scenario({
      prepare: () => linked(),
      async act({ session }) {
        const page = (await stripe.sessions()).find(({ id }) => id === session);
        if (page?.status === 'open') await stripe.expire(session);
        await sql`
          update checkouts set created_at = created_at - interval '1 day' where stripe_session_id = ${session}`;
        await checkoutSweep();
      },
      endOf: linkEnd,
      end: noLink,
    }),
    'a link is paid too late': scenario({
      async prepare() {
        const link = await linked();
        await sql`select release_checkout(${link.checkout})`;
        await stripe.pay(link.session, { outcome: 'paid' });
        return link;
      },
      act: completed,
      endOf: async (link) => ({
        ...(await linkEnd(link)),
        refunds: await refundsOf(backend, link.session),
      }),
      end: { ...noLink, refunds: [2597] },
    }),
    'a manager swaps a piece': free('staff_edit_order', () => toSwap(2450), 'swapped 1', 0),
    'a manager swaps a piece for a cheaper one': scenario({
      steps: ['database staff_edit_order', ...refundSteps],
      own: 1,
      prepare: () => toSwap(2000),
      act: press,
      recoveries: { ...again, 'the sweep comes': () => refundSweep() },
      endOf: refundEnd,
      end: { refunds: [477], left: 4, owed: 0, mails: ['order_refund'] },
      unheard: untouched,
    }),
    'a manager swaps a piece for a dearer one': scenario({
      steps: ['database staff_edit_order', ...openDearer],
      own: 2,
      prepare: () => toSwap(3450),
      act: press,
      recoveries: unpaid,
      endOf: linkEnd,
      end: { ...noLink, waits: 'payment', payable: 1 },
      lapsed: noLink,
    }),
    'the webhook of a paid swap comes': scenario({
      steps: takePayment,
      prepare: () => paidLink(() => toSwap(3450)),
      act: completed,
      recoveries: paid,
      endOf: linkEnd,
      end: { ...noLink, orders: 2, left: 4 },
    }),
    'a manager swaps one piece and removes another': scenario({
      async prepare() {
        const { post, ...made } = await ordered('', () => ({}));
        const { product_id, variant_id: from } = made.sku;
        const [{ to }] = await sql<[{ to: number }]>`
          insert into color_variants (product_id, color_name, quantity)
          values (${product_id}, 'Rust', 5) returning id::int as to`;
        const swaps = [{ from, to, quantity: 1 }];
        const body = { event: made.event, order: made.order, swaps, removed: pieces(from) };
        return { ...made, press: () => post('/api/staff/edit', body) };
      },
      act: press,
      async endOf(given) {
        const { moved } = await stockEnd(given);
        return { ...(await refundEnd(given)), moved: moved.toSorted() };
      },
      end: {
        refunds: [2597],
        left: 5,
        owed: 0,
        mails: ['cancelled', 'order_refund'],
        moved: ['cancelled 1', 'swapped 1'],
      },
    }),
    'a manager exchanges a piece for a dearer one': scenario({
      steps: ['database staff_exchange', ...openDearer],
      own: 2,
      prepare: () => toExchange(3450),
      act: press,
      recoveries: unpaid,
      endOf: linkEnd,
      end: { ...noLink, payable: 1 },
      lapsed: noLink,
    }),
    'the webhook of a paid exchange comes': scenario({
      steps: takePayment,
      prepare: () => paidLink(() => toExchange(3450)),
      act: completed,
      recoveries: paid,
      endOf: linkEnd,
      end: { ...noLink, waits: 'return', orders: 2 },
    }),
    'a manager sells a piece for cash': scenario({
      steps: ['database staff_sell_in_hand'],
      prepare: () => inHand(),
      act: press,
      recoveries: again,
      endOf: inHandEnd,
      end: { sold: 1, moved: 2597, owed: 0, paid: 0, left: 2, mails: ['order'] },
      unheard: { sold: 0, moved: null, owed: 0, paid: 0, left: 3, mails: [] },
    }),
    'a manager pays back in hand': scenario({
      steps: [
        'database staff_refundable',
        'database staff_hand_over_refund',
        'database order_refund_progress',
      ],
      prepare: toPayBack,
      act: press,
      recoveries: again,
      endOf: inHandEnd,
      end: { sold: 1, moved: 0, owed: 0, paid: 2597, left: 3, mails: cancelMails },
      unheard: { sold: 1, moved: 2597, owed: 1, paid: 0, left: 3, mails: cancelMails.slice(0, 2) },
    }),
    'a manager gives pieces away': free(
      'staff_gift',
      () =>
        ordered('/api/staff/gift', ({ variant }) => ({
          lines: pieces(variant),
          person: phoneShopper,
          reason: 'Press: Vogue',
        })),
      'given -1',
    ),
    'a manager sends pieces again': free(
      'staff_replace',
      () =>
        sent('/api/staff/replace', ({ order, variant }) => ({
          order,
          items: pieces(variant),
          reason: 'lost',
        })),
      'replaced -1',
    ),
    'a manager exchanges pieces': free(
      'staff_exchange',
      () =>
        sent('/api/staff/exchange', ({ order, variant }) => ({
          order,
          items: [{ from: variant, to: variant, quantity: 1 }],
          kind: 'return',
        })),
      'exchanged -1',
    ),
  };
}
