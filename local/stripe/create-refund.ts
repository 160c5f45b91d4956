import type Stripe from 'stripe';
import { invalidRequest, resourceMissing } from './api-error.ts';
import { formatAmount } from './currency.ts';
import { objectId } from './object-id.ts';
import type { RequestOrigin } from './request-origin.ts';
import type { RefundParameters } from './request-parameters.ts';
import type { SandboxContext } from './sandbox-context.ts';

function chargeOf({ state }: SandboxContext, parameters: RefundParameters): Stripe.Charge {
  const { charge: chargeId, payment_intent: intentId } = parameters;
  if (chargeId !== undefined) {
    const charge = state.charges.get(chargeId);
    if (!charge) throw resourceMissing('charge', chargeId, 'charge');
    if (intentId !== undefined && charge.payment_intent !== intentId) {
      throw invalidRequest('The charge does not belong to the payment_intent you passed in.', {
        param: 'charge',
      });
    }
    return charge;
  }
  if (intentId === undefined) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const intent = state.paymentIntents.get(intentId);
  if (!intent) throw resourceMissing('payment_intent', intentId, 'payment_intent');
  const charge =
    typeof intent.latest_charge === 'string' ? state.charges.get(intent.latest_charge) : undefined;
  if (!charge?.paid) {
    throw invalidRequest(
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      { param: 'payment_intent' },
    );
  }
  return charge;
}

function amountToRefund(charge: Stripe.Charge, requested: number | undefined): number {
  const refundable = charge.amount_captured - charge.amount_refunded;
  if (refundable === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = requested ?? refundable;
  if (amount <= refundable) return amount;
  const [tooMuch, rest] = [amount, refundable].map((pence) => formatAmount(pence, charge.currency));
  throw invalidRequest(
    `Refund amount (${tooMuch}) is greater than unrefunded amount on charge (${rest})`,
    { param: 'amount' },
  );
}

/**
 * Refunds a charge immediately: the given amount in minor units, or all that is left of it.
 * @throws ApiError when nothing was paid, or the amount exceeds what is left
 */
export function createRefund(
  context: SandboxContext,
  parameters: RefundParameters,
  request: RequestOrigin,
): Stripe.Refund {
  const charge = chargeOf(context, parameters);
  if (!charge.paid) {
    throw invalidRequest(`Charge ${charge.id} was not successful and cannot be refunded.`, {
      param: 'charge',
    });
  }
  const amount = amountToRefund(charge, parameters.amount);
  const refund: Stripe.Refund = {
    id: objectId('re'),
    object: 'refund',
    amount,
    balance_transaction: objectId('txn'),
    charge: charge.id,
    created: context.clock.now(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { type: 'card', card: { type: 'refund' } },
    metadata: parameters.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: parameters.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  context.state.refunds.set(refund.id, refund);
  context.events.record('refund.created', refund, request);
  context.events.record('refund.updated', refund, request);
  context.events.record('charge.refunded', charge, request);
  return refund;
}
