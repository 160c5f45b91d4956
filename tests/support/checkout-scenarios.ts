import { expect } from 'vitest';
import sweep from '#handlers/jobs/checkout-sweep.ts';
import refundSweep from '#handlers/jobs/refund-sweep.ts';
import type { Backend } from './backend.ts';
import { call } from './call.ts';
import { factsOf, makeOld } from './checkout-facts.ts';
import { type Purchase, purchasesAt } from './purchases.ts';
import { refundsOf } from './refunds.ts';
import { type Scenarios, scenario } from './scenario.ts';
import { shopDatabase, type Sku } from './shop-database.ts';
import { newShopper, sessionOf, type Shopper } from './shopper.ts';
import { eventText, sendEvent } from './signed-event.ts';
import { newStaff } from './staff.ts';

const count = 'database take_attempt';
const open = 'database open_checkout';
const make = 'stripe POST /v1/checkout/sessions';
const attach = 'database attach_stripe_session';
const look = 'stripe GET /v1/checkout/sessions/:id';
const expire = 'stripe POST /v1/checkout/sessions/:id/expire';
const release = 'database release_checkout';
const complete = 'database complete_checkout';
const find = 'database find_purchase';
const refunded = 'stripe GET /v1/refunds';
const begin = 'database begin_refund';
const record = 'database record_refunds';
const take = 'database take_unfinished_checkouts';

const oneOrder = { orders: 1, payments: ['paid'], charged: 5194, refunded: 0, left: 3, payable: 0 };
/** Released: nothing was charged, and nothing is held. */
const noOrder = { orders: 0, payments: [], charged: 0, refunded: 0, left: 5, payable: 0 };
const moneyBack = { ...noOrder, payments: ['refunded'], charged: 5194, refunded: 5194, left: 0 };
/** Refunded at the dashboard: the order and its goods stay as they were. */
const returned = { ...oneOrder, payments: ['refunded'], refunded: 5194 };

/** A shopper who wants two units of a colour with a stock of five. */
interface Wish {
  shopper: Shopper;
  sku: Sku;
  /** The payment session of the act, once it exists. */
  session: string;
  /** Single-use code for 10 % off, if any. */
  code?: string;
  /** Code of a gift card, if any. */
  card?: string;
  /** Without a billing form. */
  express?: true;
}

type Step = (wish: Wish) => Promise<unknown>;

const wishOf = ({ shopper, sku, session }: Purchase): Wish => ({ shopper, sku, session });

const optionsOf = ({ code, card, express }: Wish) => ({
  ...(code !== undefined && { code, off: 490 }),
  ...(card !== undefined && { code: card }),
  ...(express && { express }),
});
const press: Step = (wish) =>
  wish.shopper.checkOut([{ sku: wish.sku, quantity: 2 }], optionsOf(wish));
const comeBack: Step = ({ shopper, session }) => shopper.comeBack(session);

/** All acts of the checkout, with a backend whose webhook events are lost unless sent here. */
export function checkoutScenarios(backend: Backend): Scenarios {
  const { stripe, origin, database } = backend;
  const { sql } = database;
  const shop = shopDatabase(database);
  const purchases = purchasesAt(backend);

  const wish = async (): Promise<Wish> => ({
    sku: await shop.newSku(5),
    shopper: await newShopper(backend),
    session: '',
  });
  const expressWish = async (): Promise<Wish> => ({
    sku: await shop.newSku(5),
    shopper: await newShopper(backend, { billing: false }),
    session: '',
    express: true,
  });
  const expressPaid = async () => {
    await stripe.webhookMode({ mode: 'drop' });
    const given = await expressWish();
    const wanted = [{ sku: given.sku, quantity: 2 }];
    const session = sessionOf(await given.shopper.paymentPage(wanted, optionsOf(given)));
    await stripe.pay(session, { outcome: 'paid' });
    return { ...given, session };
  };
  const cardWish = (pence: number) => async () => {
    await newStaff(backend, 'manager');
    return { ...(await wish()), card: await shop.newGiftCard(pence) };
  };
  const atPaymentPage = async () => wishOf(await purchases.atPaymentPage());
  const paid = async () => wishOf(await purchases.paidInSilence());
  const paidForNothing = async () => {
    const bought = await paid();
    await purchases.sellToOthers(bought);
    return bought;
  };
  const dashboardRefund = async () => {
    const bought = wishOf(await purchases.ordered());
    await stripe.refund(bought.session);
    return bought;
  };
  const refundEvent: Step = async ({ session }) => {
    const [payment] = await database.sql<{ payment_intent: string }[]>`
      select stripe_payment_intent_id as payment_intent from payments
      where stripe_session_id = ${session}`;
    return sendEvent(origin, eventText('charge.refunded', payment ?? {}));
  };
  const old = (prepare: () => Promise<Wish>) => async () => {
    const prepared = await prepare();
    await makeOld(database, prepared.session);
    return prepared;
  };

  const pressAndPay: Step = async (given) => {
    const { shopper, sku } = given;
    const url = await shopper.paymentPage([{ sku, quantity: 2 }], optionsOf(given));
    const session = /cs_test_\w+/.exec(url)?.[0] ?? '';
    await stripe.pay(session, { outcome: 'paid' });
    await event({ shopper, sku, session });
  };
  const event: Step = ({ session }) =>
    sendEvent(origin, eventText('checkout.session.completed', { id: session }));
  const laterSweep: Step = async ({ shopper }) => {
    await sql`
      update checkouts set created_at = created_at - interval '1 hour' where user_id = ${shopper.id}`;
    await sweep();
  };
  /** Nobody acts: the payment page expires, and the sweep runs. */
  const timePasses: Step = async (given) => {
    await stripe.advanceClock(40 * 60);
    await laterSweep(given);
  };
  const cancel: Step = async ({ session }) => {
    const checkout = (await factsOf(database, session))?.checkout;
    await call(`${origin}/api/stripe/cancel/?checkout=${checkout}`);
  };

  /** End state of a shopper's wish: in the database, in stock and at Stripe. */
  async function endOf({ shopper, sku, code, card }: Wish) {
    const payments = await sql<{ status: string }[]>`
      select status from payments where user_id = ${shopper.id}`;
    const [rows] = await sql<
      [
        {
          orders: number;
          holds: number;
          unfinished: number;
          uses: number;
          sessions: (string | null)[];
        },
      ]
    >`
      select (select count(*)::int from orders where user_id = ${shopper.id}) as orders,
        array_agg(stripe_session_id) as sessions,
        count(*) filter (where status in ('open', 'awaiting_payment', 'refund_due'))::int as unfinished,
        (select count(*)::int from checkout_discounts
         where code = ${code ?? null} and given_back_at is null) as uses,
        (select count(*)::int from stock_holds where variant_id = ${sku.variant_id}) as holds
      from checkouts where user_id = ${shopper.id}`;
    const all = await stripe.sessions();
    const own = all.filter((session) => session.client_reference_id === shopper.id);
    const charged = own.filter((session) => session.payment_status === 'paid');
    const refunds = await Promise.all(charged.map(({ id }) => refundsOf(backend, id)));
    expect(rows, 'nothing is left to do').toMatchObject({ holds: 0, unfinished: 0 });
    expect(rows.uses, 'the code is used up by an order, and by nothing else').toBe(
      code === undefined ? 0 : rows.orders,
    );
    const [onCard] = await sql`
      select credit_balance(id)::int as on_card, credit_free(id)::int as free_on_card from gift_cards
      where code_hash = gift_card_hash(${card ?? ''})`;
    return {
      ...onCard,
      orders: rows.orders,
      payments: payments.map(({ status }) => status),
      charged: charged.reduce((sum, { amount_total }) => sum + (amount_total ?? 0), 0),
      refunded: refunds.flat().reduce((sum, amount) => sum + amount, 0),
      left: await shop.unitsOf(sku),
      // The URL of a session without a checkout was never returned to anyone.
      payable: own.filter(({ id, status }) => status === 'open' && rows.sessions.includes(id))
        .length,
    };
  }

  /** A press of CHECKOUT, after which the shopper pays or gives up. */
  const pressing = (
    prepare: () => Promise<Wish>,
    steps: string[],
    end: object = oneOrder,
    lapsed: object = noOrder,
  ) =>
    scenario({
      steps,
      prepare,
      act: press,
      recoveries: { 'the shopper presses again and pays': pressAndPay, 'time passes': timePasses },
      endOf,
      end,
      lapsed,
      isOpen: true,
    });
  /** A press of CHECKOUT with a gift card of so many pence, of which the order takes some. */
  const pressingWithCard = (pence: number, taken: number) =>
    pressing(
      cardWish(pence),
      [count, open, 'stripe POST /v1/coupons', make, attach],
      {
        ...oneOrder,
        charged: 5194 - taken,
        on_card: pence - taken,
        free_on_card: pence - taken,
      },
      { ...noOrder, on_card: pence, free_on_card: pence },
    );

  return {
    'CHECKOUT is pressed': pressing(wish, [count, open, make, attach]),
    'CHECKOUT is pressed with a single-use code': pressing(
      async () => ({ ...(await wish()), code: await shop.newDiscount({ single_use: true }) }),
      [count, open, 'stripe POST /v1/coupons', make, attach],
      // 10 % of £49.00 less, and the tax of the rest.
      { ...oneOrder, charged: 4675 },
    ),
    'CHECKOUT is pressed with a gift card for a part': pressingWithCard(2000, 2000),
    'CHECKOUT is pressed with a gift card for all of it': pressingWithCard(9000, 5194),
    'Express checkout is pressed': pressing(expressWish, [count, open, make, attach]),
    'CHECKOUT is pressed again': pressing(atPaymentPage, [count, open, look]),
    'CHECKOUT is pressed with another basket': pressing(async () => {
      const { shopper, ...first } = await purchases.atPaymentPage();
      const other = await purchases.again({ ...first, shopper }, 1);
      return { shopper, sku: first.sku, session: other.session };
    }, [count, open, expire, release, open, make, attach]),
    'the cancel link is followed': scenario({
      steps: ['database GET /rest/v1/checkouts', expire, release],
      prepare: atPaymentPage,
      act: cancel,
      recoveries: { 'it is followed again': cancel, 'time passes': timePasses },
      endOf,
      end: noOrder,
    }),
    'an expired page’s webhook comes': scenario({
      steps: [look, release],
      async prepare() {
        const opened = await atPaymentPage();
        await stripe.expire(opened.session);
        return opened;
      },
      act: event,
      recoveries: { 'it is repeated': event, 'the sweep comes': laterSweep },
      endOf,
      end: noOrder,
    }),
    'a payment’s webhook comes': scenario({
      steps: [look, complete],
      prepare: paid,
      act: event,
      recoveries: {
        'it is repeated': event,
        'the shopper comes back': comeBack,
        'the sweep comes': laterSweep,
        'the shopper presses CHECKOUT again': async (bought) => {
          await press(bought);
          await comeBack(bought);
        },
      },
      endOf,
      end: oneOrder,
    }),
    'an express payment’s webhook comes': scenario({
      steps: [look, complete],
      prepare: expressPaid,
      act: event,
      recoveries: {
        'it is repeated': event,
        'the shopper comes back': comeBack,
        'the sweep comes': laterSweep,
        'the shopper presses Express checkout again': async (bought) => {
          await press(bought);
          await comeBack(bought);
        },
      },
      endOf,
      end: oneOrder,
    }),
    'the shopper comes back from paying': scenario({
      steps: [find, count, look, complete, find, count, find, find, 'database mark_order_seen'],
      prepare: paid,
      act: comeBack,
      recoveries: { 'the page is reloaded': comeBack, 'the sweep comes': laterSweep },
      endOf,
      end: oneOrder,
    }),
    'the webhook of a slow payment comes': scenario({
      steps: [look, 'database await_payment'],
      async prepare() {
        const opened = await atPaymentPage();
        await stripe.pay(opened.session, { outcome: 'async_pending' });
        return opened;
      },
      act: event,
      recoveries: {
        'the money arrives': async (bought) => {
          await stripe.settle(bought.session, true);
          await event(bought);
        },
      },
      endOf,
      end: oneOrder,
      isOpen: true,
    }),
    'the sweep finds a payment': scenario({
      steps: [take, look, complete],
      prepare: old(paid),
      act: () => sweep(),
      recoveries: { 'it comes again': laterSweep, 'the shopper comes back': comeBack },
      endOf,
      end: oneOrder,
    }),
    'the sweep finds a checkout without a page': scenario({
      steps: [take, release],
      async prepare() {
        const wanted = await wish();
        const { checkout_id } = await shop.open(wanted.shopper.id, [
          { sku: wanted.sku, quantity: 2 },
        ]);
        await sql`
          update checkouts set created_at = created_at - interval '1 hour' where id = ${checkout_id}`;
        return wanted;
      },
      act: () => sweep(),
      recoveries: { 'it comes again': laterSweep },
      endOf,
      end: noOrder,
    }),
    'a payment comes for goods that are gone': scenario({
      steps: [look, complete, refunded, record, begin, 'stripe POST /v1/refunds', record],
      prepare: paidForNothing,
      act: event,
      recoveries: { 'the webhook is repeated': event, 'the sweep comes': laterSweep },
      endOf,
      end: moneyBack,
    }),
    'the webhook of a refund at the dashboard comes': scenario({
      steps: [refunded, record],
      prepare: dashboardRefund,
      act: refundEvent,
      recoveries: { 'it is repeated': refundEvent, 'the refund sweep comes': () => refundSweep() },
      endOf,
      end: returned,
    }),
    'the refund sweep finds a refund at the dashboard': scenario({
      steps: [
        'database withdrawals_due',
        'database stripe_events_seen_until',
        'stripe GET /v1/events',
        refunded,
        record,
        'database mark_stripe_events_seen',
        'database take_due_order_refunds',
      ],
      prepare: dashboardRefund,
      act: () => refundSweep(),
      recoveries: { 'it comes again': () => refundSweep() },
      endOf,
      end: returned,
    }),
    'the sweep finds a refund that Stripe made long ago': scenario({
      steps: [take, look, refunded, complete, refunded, record, begin],
      prepare: old(async () => {
        const bought = await paidForNothing();
        const fault = { method: 'POST', path: '/v1/refunds', outcome: 'drop' } as const;
        await stripe.fail({ ...fault, when: 'after', times: 3 });
        await event(bought);
        await stripe.advanceClock(25 * 60 * 60);
        return bought;
      }),
      act: () => sweep(),
      recoveries: { 'it comes again': laterSweep },
      endOf,
      end: moneyBack,
    }),
  };
}
