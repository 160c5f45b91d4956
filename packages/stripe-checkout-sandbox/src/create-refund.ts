import type Stripe from 'stripe';
import { invalidRequest, resourceMissing } from './api-error.ts';
import { enterRefund } from './balance-transaction.ts';
import { formatAmount } from './currency.ts';
import { objectId } from './object-id.ts';
import type { RequestOrigin } from './request-origin.ts';
import type { RefundParameters } from './request-parameters.ts';
import type { SandboxContext } from './sandbox-context.ts';
import { refundCourseOf } from './test-card.ts';

/** Initial status of a refund: most succeed at once. */
export type FirstRefundStatus = 'succeeded' | 'pending' | 'requires_action';

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

/** Whether a dispute has taken the money; an inquiry (`warning_…`) has not, and a won one gave it back. */
function isChargedBack({ state }: SandboxContext, charge: Stripe.Charge): boolean {
  return [...state.disputes.values()].some(
    (dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable,
  );
}

function firstStatusOf(charge: Stripe.Charge): FirstRefundStatus {
  const last4 = charge.payment_method_details?.card?.last4 ?? '';
  return refundCourseOf(last4) === 'succeeds_later' ? 'pending' : 'succeeded';
}

/**
 * Refunds a charge: the given amount in minor units, or all that is left of it. The money counts as refunded
 * at once, and is available again if the refund fails.
 * @param status initial status; that of the test card if omitted
 * @throws ApiError when nothing was paid, it is disputed, or the amount exceeds what is left
 */
export function createRefund(
  context: SandboxContext,
  parameters: RefundParameters,
  request: RequestOrigin,
  status?: FirstRefundStatus,
): Stripe.Refund {
  const charge = chargeOf(context, parameters);
  if (!charge.paid) {
    throw invalidRequest(`Charge ${charge.id} was not successful and cannot be refunded.`, {
      param: 'charge',
    });
  }
  if (isChargedBack(context, charge)) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const amount = amountToRefund(charge, parameters.amount);
  const first = status ?? firstStatusOf(charge);
  const refund: Stripe.Refund = {
    id: objectId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: context.clock.now(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { type: 'card', card: { type: 'refund' } },
    metadata: parameters.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(first === 'pending' ? { pending_reason: 'processing' } : {}),
    reason: parameters.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: first,
    transfer_reversal: null,
  };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  // The money leaves the balance once the shopper has provided bank details.
  if (first !== 'requires_action') enterRefund(context, refund);
  context.state.refunds.set(refund.id, refund);
  // Stripe sends no refund.updated for a refund that has not changed since it was created.
  context.events.record('refund.created', refund, request);
  context.events.record('charge.refunded', charge, request);
  return refund;
}
