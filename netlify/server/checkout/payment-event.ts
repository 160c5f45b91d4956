import { z } from 'zod';
import { sessionId } from '#domain/contracts/fields.ts';
import { completeSession } from './complete-session.ts';
import { syncDispute } from './record-dispute.ts';
import { syncRefunds } from './refund-ledger.ts';
import { disputeEvents, refundEvents, sessionEvents } from './webhook-events.ts';

function idOf(prefix: string) {
  return z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9_]{1,200}$`));
}

function about<Object extends z.ZodType>(object: Object) {
  return z.object({ object });
}

const SessionEvent = z
  .object({ type: z.enum(sessionEvents), data: about(z.object({ id: sessionId })) })
  .transform(({ data }) => ({ kind: 'session' as const, id: data.object.id }));
const RefundEvent = z
  .object({
    type: z.enum(refundEvents),
    data: about(z.object({ payment_intent: idOf('pi') })),
  })
  .transform(({ data }) => ({ kind: 'refunds' as const, id: data.object.payment_intent }));
const DisputeEvent = z
  .object({ type: z.enum(disputeEvents), data: about(z.object({ id: idOf('(?:dp|du)') })) })
  .transform(({ data }) => ({ kind: 'dispute' as const, id: data.object.id }));

/**
 * The subject of a Stripe event: a session, the refunds of a payment intent, or a dispute. Only
 * ids are taken from it; the facts are fetched.
 */
export const PaymentEvent = z.union([SessionEvent, RefundEvent, DisputeEvent]);
export type PaymentEvent = z.infer<typeof PaymentEvent>;

/**
 * Brings the database in line with an event's subject. Idempotent; ids that are not this shop's
 * change nothing.
 * @throws when Stripe or the database cannot be reached.
 */
export async function handleEvent({ kind, id }: PaymentEvent): Promise<void> {
  if (kind === 'session') await completeSession(id);
  else if (kind === 'refunds') await syncRefunds(id);
  else await syncDispute(id);
}
