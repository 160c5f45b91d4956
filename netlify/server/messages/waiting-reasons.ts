import { z } from 'zod';
import { anyCountryName } from '#domain/countries/any-country-name.ts';
import { countText } from '#domain/basics/count-text.ts';
import { londonTime } from '#domain/basics/london-clock.ts';
import { paymentMethods } from '#domain/enums.ts';
import { paidTexts } from '#domain/orders/payment-words.ts';
import { givenUpText, refundFailureText } from '#domain/orders/refund-texts.ts';

const common = { id: z.string(), due_by: z.string().nullable() };
const Returned = z.object({ code: z.string(), kind: z.string() });

/** Reasons that an order or a payment waits, as `order_decisions` and `orders_waiting` return them. */
const Why = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('dispute'),
    facts: z.object({ is_inquiry: z.boolean(), reason: z.string() }),
  }),
  z.object({
    ...common,
    kind: z.literal('review'),
    facts: z.discriminatedUnion('because', [
      z.object({ because: z.enum(['currency', 'disputed', 'refunded', 'amount', 'address']) }),
      z.object({ because: z.literal('country'), to: z.string(), postage_for: z.string() }),
    ]),
  }),
  z.object({
    ...common,
    kind: z.literal('refund_failed'),
    facts: z.union([
      z.object({ given_up_because: z.string() }),
      z.object({ has_order: z.boolean(), failures: z.int(), last_failure: z.string().nullable() }),
    ]),
  }),
  z.object({
    ...common,
    kind: z.literal('refund_in_hand'),
    facts: z.object({ method: z.enum(paymentMethods) }),
  }),
  z.object({
    ...common,
    kind: z.literal('refund_surplus'),
    facts: z.object({ why: z.enum(['given_up', 'charged', 'twice']) }),
  }),
  z.object({
    ...common,
    kind: z.literal('mail_parked'),
    facts: z.object({ mail: z.string(), error: z.string().nullable() }),
  }),
  z.object({
    ...common,
    kind: z.literal('refunded_unsent'),
    facts: z.object({ units: z.int() }),
  }),
  z.object({ ...common, kind: z.enum(['return_asked', 'return_received']), facts: Returned }),
  z.object({ ...common, kind: z.enum(['refund_needs_shopper', 'payment_awaited']) }),
  z.object({ ...common, kind: z.literal('link_open'), due_by: z.string() }),
  z.object({ ...common, kind: z.literal('withdrawal_declared'), due_by: z.string() }),
]);
type Why = z.infer<typeof Why>;
type Facts<Kind extends Why['kind']> = Extract<Why, { kind: Kind; facts: unknown }>['facts'];

function reviewText(facts: Facts<'review'>): string {
  switch (facts.because) {
    case 'currency':
      return 'in another currency';
    case 'country':
      return `the delivery country changed from ${anyCountryName(facts.postage_for)} to ${anyCountryName(facts.to)}`;
    case 'disputed':
      return 'the payment is disputed';
    case 'refunded':
      return 'refunded in part before there was an order';
    case 'amount':
      return 'another amount than was asked for';
    case 'address':
      return 'the address is incomplete, or in another country than it says';
  }
}

function failedText(facts: Facts<'refund_failed'>): string {
  if ('given_up_because' in facts) {
    return `A refund was given up: ${givenUpText(facts.given_up_because)}`;
  }
  const { has_order, failures, last_failure } = facts;
  const what = has_order ? 'A refund' : 'The refund of a payment without an order';
  const times = failures === 1 ? '' : ` ${failures} times`;
  const why = last_failure === null ? '' : `: ${refundFailureText(last_failure)}`;
  return `${what} failed${times}, and will be tried again${why}`;
}

const surplusTexts: Readonly<Record<Facts<'refund_surplus'>['why'], string>> = {
  given_up: 'Stripe made a refund after it had been given up',
  charged:
    'More went back than was charged: it was paid back in another way, and then by Stripe as well',
  twice: 'Refunded twice, or exchanged as well: Stripe made an earlier refund after all',
};

function whyText(why: Why): string {
  switch (why.kind) {
    case 'dispute': {
      const { is_inquiry, reason } = why.facts;
      const what = is_inquiry
        ? 'The bank is inquiring about this payment'
        : 'This payment is disputed';
      return `${what}: ${reason.replaceAll('_', ' ')}`;
    }
    case 'review':
      return `Paid, but ${reviewText(why.facts)}`;
    case 'refund_failed':
      return failedText(why.facts);
    case 'refund_in_hand':
      return `A refund is to be paid by us: the order was paid ${paidTexts[why.facts.method]}`;
    case 'refund_surplus':
      return surplusTexts[why.facts.why];
    case 'mail_parked': {
      const { mail, error } = why.facts;
      const because = error === null ? '' : `: ${error}`;
      return `An e-mail was not sent (${mail.replaceAll('_', ' ')})${because}`;
    }
    case 'refunded_unsent': {
      const { units } = why.facts;
      const are = units === 1 ? 'is' : 'are';
      return `The money went back, and ${countText(units, 'piece')} ${are} neither sent nor cancelled`;
    }
    case 'return_asked':
    case 'return_received':
      return `${why.facts.code}, ${why.facts.kind}`;
    case 'refund_needs_shopper':
      return 'The refund waits for the shopper’s bank details';
    case 'payment_awaited':
      return 'The shopper chose a slow payment method';
    case 'link_open':
      return 'A payment link was mailed, and its stock is held until it expires';
    case 'withdrawal_declared':
      return `Withdrawn by number and address: cancelled after ${londonTime(why.due_by).time}, unless the shopper undoes it`;
  }
}

const WhyInWords = Why.transform((why) => {
  const { kind, id, due_by } = why;
  return { kind, id, due_by, text: whyText(why) };
});

/** A list of orders from SQL, each with its reason to wait in words. */
export const OrdersInWords = z.looseObject({
  rows: z.array(z.looseObject({ why: WhyInWords.nullable() })),
});

/** An order from SQL, with its reasons to wait in words. */
export const OrderInWords = z.looseObject({ whys: z.array(WhyInWords) });
