import type Stripe from 'stripe';
import { enterDispute } from './balance-transaction.ts';
import { objectId } from './object-id.ts';
import { NO_REQUEST } from './request-origin.ts';
import type { SandboxContext } from './sandbox-context.ts';
import type { DisputeReason } from './test-card.ts';

/** Later statuses of a dispute. */
export type LaterDisputeStatus = 'under_review' | 'won' | 'lost' | 'warning_closed';

/** Days for an answer; the networks give 7 to 21 (docs.stripe.com/disputes/how-disputes-work). */
const DAYS_TO_ANSWER = 9;

function noEvidence(): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}

/** Disputes a paid charge, as its card's owner would: all that was captured, in minor units. */
export function openDispute(
  context: SandboxContext,
  charge: Stripe.Charge,
  reason: DisputeReason,
): Stripe.Dispute {
  const { state, clock, events } = context;
  const inquiry = reason === 'inquiry';
  const brand = charge.payment_method_details?.card?.brand ?? 'visa';
  const dispute: Stripe.Dispute = {
    id: objectId('du'),
    object: 'dispute',
    amount: charge.amount_captured,
    balance_transactions: [],
    charge: charge.id,
    created: clock.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: clock.now() + DAYS_TO_ANSWER * 24 * 60 * 60,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand,
        case_type: inquiry ? 'inquiry' : 'chargeback',
        network: brand,
        network_reason_code: null,
      },
    },
    reason: inquiry ? 'general' : reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  };
  if (!inquiry) enterDispute(context, dispute, false);
  charge.disputed = true;
  state.disputes.set(dispute.id, dispute);
  events.record('charge.dispute.created', dispute, NO_REQUEST);
  return dispute;
}

const OPEN = new Set<string>([
  'needs_response',
  'under_review',
  'warning_needs_response',
  'warning_under_review',
]);

/**
 * Moves a dispute on, as the bank would.
 * @returns false when it was closed before
 */
export function settleDispute(
  context: SandboxContext,
  dispute: Stripe.Dispute,
  status: LaterDisputeStatus,
): boolean {
  const { events } = context;
  if (!OPEN.has(dispute.status)) return false;
  if (status === 'under_review') {
    dispute.status = dispute.status.startsWith('warning') ? 'warning_under_review' : status;
    dispute.evidence_details.has_evidence = true;
    dispute.evidence_details.submission_count += 1;
    events.record('charge.dispute.updated', dispute, NO_REQUEST);
    return true;
  }
  if (status === 'won') enterDispute(context, dispute, true);
  dispute.status = status;
  dispute.is_charge_refundable = status !== 'lost';
  events.record('charge.dispute.closed', dispute, NO_REQUEST);
  return true;
}
