import type { Stripe } from 'stripe';
import { database, dataOf } from '../database.ts';
import { stripe } from '../stripe-client.ts';
import { handleEvent, PaymentEvent } from './payment-event.ts';
import { afterPaymentEvents } from './webhook-events.ts';
import { log } from '../log.ts';

/** Overlap with the run before, in seconds: an event may be listed late, or concern a payment still being recorded. */
const overlapSeconds = 10 * 60;

/** Seconds after which an event that cannot be handled stops holding up the others. */
const patienceSeconds = 24 * 60 * 60;

/** Events looked at in one run: Stripe's largest page. */
const pageSize = 100;

/** The result of a run. */
export interface EventSweep {
  /** Refunds and disputes brought in line. */
  looked: number;
  /** Number of those that failed, and are tried again in the next run. */
  stuck: number;
}

/** The events since a moment, as many as fit on a page, and until when they are complete. Unix seconds. */
async function eventsSince(since: number, now: number) {
  for (let until = now; ; until = Math.floor((since + until) / 2)) {
    const created = { gte: since, lte: until };
    const page = await stripe().events.list({
      types: [...afterPaymentEvents],
      created,
      limit: pageSize,
    });
    // The newest come first: with more pages, the oldest would be missed.
    if (!page.has_more || until <= since) return { events: page.data, until };
  }
}

/** Each refunded payment and each dispute once, with the time of its oldest event. */
function subjectsOf(events: Stripe.Event[]) {
  const subjects = new Map<string, { subject: PaymentEvent; since: number }>();
  for (const event of events) {
    const subject = PaymentEvent.safeParse(event).data;
    // The oldest come last and replace newer ones.
    if (subject) subjects.set(`${subject.kind} ${subject.id}`, { subject, since: event.created });
  }
  return subjects.values();
}

/**
 * Finds refunds and disputes whose webhook never came. Costs one call to Stripe when nothing has
 * happened, else one or two more for each payment concerned; at most 100 events in a run, the rest in the
 * next. Stripe keeps events for 30 days (docs.stripe.com/api/events).
 * @throws when Stripe or the database cannot be reached.
 */
export async function sweepEvents(): Promise<EventSweep> {
  const now = Math.floor(Date.now() / 1000);
  const seen = dataOf(await database().rpc('stripe_events_seen_until'));
  const { events, until } = await eventsSince(seen - overlapSeconds, now);
  const sweep: EventSweep = { looked: 0, stuck: 0 };
  let done = until;
  for (const { subject, since } of subjectsOf(events)) {
    sweep.looked += 1;
    try {
      await handleEvent(subject);
    } catch (error) {
      sweep.stuck += 1;
      log.error(`The ${subject.kind} of a payment could not be recorded`, {
        id: subject.id,
        error,
      });
      if (since > now - patienceSeconds) done = Math.min(done, since);
    }
  }
  dataOf(await database().rpc('mark_stripe_events_seen', { p_until: done }));
  return sweep;
}
