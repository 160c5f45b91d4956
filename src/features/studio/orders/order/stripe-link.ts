import type { StaffOrder } from '#domain/contracts/staff-orders.ts';

/** URL of the payment in the Stripe dashboard; null before there is one. */
export function stripeLink({
  stripe_payment_intent_id,
  stripe_session_id,
}: Pick<NonNullable<StaffOrder['money']>, 'stripe_payment_intent_id' | 'stripe_session_id'>):
  | string
  | null {
  if (stripe_payment_intent_id === null) return null;
  const mode = stripe_session_id?.startsWith('cs_test_') ? 'test/' : '';
  return `https://dashboard.stripe.com/${mode}payments/${stripe_payment_intent_id}`;
}
