import sweep from '#handlers/jobs/checkout-sweep.ts';
import refundSweep from '#handlers/jobs/refund-sweep.ts';
import type { Backend } from './backend.ts';
import { call } from './call.ts';
import { factsOf, makeOld } from './checkout-facts.ts';
import { type Purchase, purchasesAt } from './purchases.ts';
import { type ShopDatabase, shopDatabase, type Sku } from './shop-database.ts';
import { newShopper, type Shopper } from './shopper.ts';
import { eventText, sendEvent } from './signed-event.ts';

/** A shopper who wants two units of a colour with a stock of five. */
export interface Wish {
  shopper: Shopper;
  sku: Sku;
  /** The payment session of the act, once it exists. */
  session: string;
  /** Single-use code for 10 % off, if any. */
  code?: string;
}

type Step = (wish: Wish) => Promise<unknown>;

/** An act of the functions, and the recoveries from a fault in the middle of it. */
export interface Scenario {
  prepare: (backend: Backend) => Promise<Wish>;
  /** The act that is interrupted. Its response does not matter: the shopper never receives it. */
  act: Step;
  /** Each of them alone must recover. */
  recoveries: Record<string, Step>;
}

const wishOf = ({ shopper, sku, session }: Purchase): Wish => ({ shopper, sku, session });

const optionsOf = ({ code }: Wish) => (code === undefined ? {} : { code, off: 490 });
const press: Step = (wish) =>
  wish.shopper.checkOut([{ sku: wish.sku, quantity: 2 }], optionsOf(wish));
const comeBack: Step = ({ shopper, session }) => shopper.comeBack(session);

/** All acts of the checkout, with a backend whose webhook events are lost unless sent here. */
export function faultScenarios(backend: Backend): Record<string, Scenario> {
  const { stripe, origin, database } = backend;
  const shop: ShopDatabase = shopDatabase(database);
  const purchases = purchasesAt(backend);

  const wish = async (): Promise<Wish> => ({
    sku: await shop.newSku(5),
    shopper: await newShopper(backend),
    session: '',
  });
  const atPaymentPage = async () => wishOf(await purchases.atPaymentPage());
  const paid = async () => wishOf(await purchases.paidInSilence());
  const paidForNothing = async () => {
    const bought = await paid();
    await purchases.sellToOthers(bought);
    return bought;
  };
  const returned = async () => {
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
    await database.sql`
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

  return {
    'CHECKOUT is pressed': {
      prepare: wish,
      act: press,
      recoveries: { 'the shopper presses again and pays': pressAndPay, 'time passes': timePasses },
    },
    'CHECKOUT is pressed with a single-use code': {
      prepare: async () => ({
        ...(await wish()),
        code: await shop.newDiscount({ single_use: true }),
      }),
      act: press,
      recoveries: { 'the shopper presses again and pays': pressAndPay, 'time passes': timePasses },
    },
    'CHECKOUT is pressed again': {
      prepare: atPaymentPage,
      act: press,
      recoveries: { 'the shopper presses again and pays': pressAndPay, 'time passes': timePasses },
    },
    'CHECKOUT is pressed with another basket': {
      async prepare() {
        const { shopper, ...first } = await purchases.atPaymentPage();
        const other = await purchases.again({ ...first, shopper }, 1);
        return { shopper, sku: first.sku, session: other.session };
      },
      act: press,
      recoveries: { 'the shopper presses again and pays': pressAndPay, 'time passes': timePasses },
    },
    'the cancel link is followed': {
      prepare: atPaymentPage,
      act: cancel,
      recoveries: { 'it is followed again': cancel, 'time passes': timePasses },
    },
    'an expired page’s webhook comes': {
      async prepare() {
        const open = await atPaymentPage();
        await stripe.expire(open.session);
        return open;
      },
      act: event,
      recoveries: { 'it is repeated': event, 'the sweep comes': laterSweep },
    },
    'a payment’s webhook comes': {
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
    },
    'the shopper comes back from paying': {
      prepare: paid,
      act: comeBack,
      recoveries: { 'the page is reloaded': comeBack, 'the sweep comes': laterSweep },
    },
    'the webhook of a slow payment comes': {
      async prepare() {
        const open = await atPaymentPage();
        await stripe.pay(open.session, { outcome: 'async_pending' });
        return open;
      },
      act: event,
      recoveries: {
        'the money arrives': async (bought) => {
          await stripe.settle(bought.session, true);
          await event(bought);
        },
      },
    },
    'a payment comes for goods that are gone': {
      prepare: paidForNothing,
      act: event,
      recoveries: { 'the webhook is repeated': event, 'the sweep comes': laterSweep },
    },
    'the sweep finds a payment': {
      prepare: old(paid),
      act: () => sweep(),
      recoveries: { 'it comes again': laterSweep, 'the shopper comes back': comeBack },
    },
    'the sweep finds a checkout without a page': {
      async prepare() {
        const wanted = await wish();
        const { checkout_id } = await shop.open(wanted.shopper.id, [
          { sku: wanted.sku, quantity: 2 },
        ]);
        await database.sql`
          update checkouts set created_at = created_at - interval '1 hour' where id = ${checkout_id}`;
        return wanted;
      },
      act: () => sweep(),
      recoveries: { 'it comes again': laterSweep },
    },
    'the webhook of a refund at the dashboard comes': {
      prepare: returned,
      act: refundEvent,
      recoveries: { 'it is repeated': refundEvent, 'the refund sweep comes': () => refundSweep() },
    },
    'the refund sweep finds a refund at the dashboard': {
      prepare: returned,
      act: () => refundSweep(),
      recoveries: { 'it comes again': () => refundSweep() },
    },
    'the sweep finds a refund that Stripe made long ago': {
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
    },
  };
}
