import { randomUUID } from 'node:crypto';
import checkoutSweep from '#handlers/jobs/checkout-sweep.ts';
import refundSweep from '#handlers/jobs/refund-sweep.ts';
import type { Backend } from './backend.ts';
import { makeOld } from './checkout-facts.ts';
import { type Purchase, purchasesAt } from './purchases.ts';
import { newStaff } from './staff.ts';

/** A paid purchase, and a manager's button; repeated presses send the same idempotency key. */
export interface Case extends Purchase {
  press: () => Promise<unknown>;
}

type Step = (given: Case) => Promise<unknown>;

/** An act that moves an order's money, and the recoveries from a fault in the middle of it. */
export interface MoneyScenario {
  prepare: () => Promise<Case>;
  /** The act that is interrupted. */
  act: Step;
  recoveries: Record<string, Step>;
  /** The scenario's end state, if it does not refund the purchase. */
  endOf?: (given: Case) => Promise<object>;
}

const press: Step = (given) => given.press();

/** All acts by which staff move money, with no webhook arriving. */
export function orderFaultScenarios(backend: Backend): Record<string, MoneyScenario> {
  const { stripe, database } = backend;
  const purchases = purchasesAt(backend);

  /** An order, and a manager's button on it. */
  async function ordered(path: string, body: object): Promise<Case> {
    const purchase = await purchases.ordered();
    const manager = await newStaff(backend, 'manager');
    const sent = { event: randomUUID(), order: purchase.order, ...body };
    return { ...purchase, press: () => manager.post(path, sent) };
  }
  async function reviewed(decision: string): Promise<Case> {
    const purchase = await purchases.underReview();
    const manager = await newStaff(backend, 'manager');
    const sent = { event: randomUUID(), checkout: purchase.checkout, decision };
    return { ...purchase, press: () => manager.post('/api/staff/review', sent) };
  }
  const goodwill = { items: [], shipping_pence: 0, goodwill_pence: 500, reason: 'goodwill' };
  const whole = { items: null, reason: 'sold_out', restock: true };
  const laterCheckoutSweep: Step = async ({ session }) => {
    await makeOld(database, session);
    await checkoutSweep();
  };
  /** The button was pressed while Stripe was down. */
  const owing = async () => {
    const given = await ordered('/api/staff/refund', goodwill);
    await stripe.fail({ method: 'POST', path: '/v1/refunds', outcome: 500 });
    await given.press();
    return given;
  };
  /** A withdrawal by order number and address that was not undone in time. */
  const withdrawn = async () => {
    const purchase = await purchases.ordered();
    const { sql } = database;
    await sql`select withdraw_order(gen_random_uuid(), ${purchase.order}, p_proven => false)`;
    await sql`update orders set cancels_at = now() where id = ${purchase.order}`;
    return { ...purchase, press: () => Promise.resolve() };
  };

  return {
    'a manager refunds': {
      prepare: () => ordered('/api/staff/refund', goodwill),
      act: press,
      recoveries: { 'the button is pressed again': press, 'the sweep comes': () => refundSweep() },
    },
    'a manager cancels': {
      prepare: () => ordered('/api/staff/cancel', whole),
      act: press,
      recoveries: { 'the button is pressed again': press, 'the sweep comes': () => refundSweep() },
    },
    'a manager declines what is under review': {
      prepare: () => reviewed('refund'),
      act: press,
      recoveries: { 'the button is pressed again': press, 'the sweep comes': laterCheckoutSweep },
    },
    'the sweep refunds what an order owes': {
      prepare: owing,
      act: () => refundSweep(),
      recoveries: { 'the button is pressed again': press },
    },
    'the sweep carries out a withdrawal': {
      prepare: withdrawn,
      act: () => refundSweep(),
      recoveries: { 'it comes again': () => refundSweep() },
    },
  };
}
