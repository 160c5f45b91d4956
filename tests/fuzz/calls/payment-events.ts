import type { Backend } from '../../support/backend.ts';
import { eventText } from '../../support/signed-event.ts';

/** Bodies of Stripe’s events about an unpaid session, a paid one and an unknown one. */
export async function paymentEvents(
  { stripe, database }: Backend,
  unpaid: string,
  paid: string,
): Promise<string[]> {
  const events = [unpaid, paid, 'cs_test_of_nobody'].flatMap((id) =>
    ['checkout.session.completed', 'checkout.session.expired', 'customer.created'].map((type) =>
      eventText(type, { id }),
    ),
  );
  const dispute = await stripe.dispute(paid);
  const [payment] = await database.sql<[{ intent: string }]>`
    select stripe_payment_intent_id as intent from payments where stripe_session_id = ${paid}`;
  for (const payment_intent of [payment.intent, 'pi_of_nobody']) {
    for (const type of ['charge.refunded', 'refund.created', 'refund.updated', 'refund.failed']) {
      events.push(
        eventText(type, { id: 're_1', payment_intent, amount: 4900, status: 'succeeded' }),
      );
    }
    for (const type of ['created', 'updated', 'closed']) {
      const { id } = payment_intent === payment.intent ? dispute : { id: 'du_of_nobody' };
      events.push(eventText(`charge.dispute.${type}`, { id, payment_intent, status: 'lost' }));
    }
  }
  return events;
}
