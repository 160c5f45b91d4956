import { z } from 'zod';
import { countText } from '#domain/basics/count-text.ts';
import { anyCountryName } from '#domain/countries/any-country-name.ts';
import { londonText } from '#domain/basics/london-clock.ts';
import { formatPounds } from '#domain/money/money.ts';
import { dayText } from '#domain/orders/order-promise.ts';
import { givenUpText, refundFailureText } from '#domain/orders/refund-texts.ts';
import { FailureText } from '../messages/release-failure.ts';
import type { Notice } from './notice.ts';
import { momentText } from './order-words.ts';
import { amount, worded } from './owed-mail.ts';

const NewOrders = z.object({
  emails: z.array(z.string()),
  count: z.int(),
  orders: z.array(
    z.object({
      order: z.int(),
      leaves_by: z.string(),
      shipping_name: z.string(),
      country: z.string(),
      units: z.int(),
    }),
  ),
});
type NewOrders = z.infer<typeof NewOrders>;

/** A decision for managers. */
const Decision = z.object({
  emails: z.array(z.string()),
  checkout: z.uuid(),
  order: z.int().nullable(),
  reference: z.string(),
  why: z.enum([
    'review',
    'refund_failed',
    'refund_given_up',
    'refund_in_hand',
    'refund_surplus',
    'dispute',
    'mail_parked',
  ]),
  amount_pence: amount.nullable(),
  /** The cause given by Stripe, the mail provider or the database; null if the kind says it all. */
  facts: z
    .union([
      z.object({ reason: z.string().nullable() }),
      z.object({ mail: z.string(), error: z.string().nullable() }),
      z.object({ because: z.string().nullable() }),
      z.object({ failure: z.string().nullable() }),
    ])
    .nullable(),
  /** Stripe's deadline for evidence. */
  due_by: z.string().nullable(),
});
type Decision = z.infer<typeof Decision>;

/** A release that could not be published at its time, for marketers. */
const FailedRelease = z.object({
  emails: z.array(z.string()),
  release: z.uuid(),
  title: z.string(),
  /** Null if it was unscheduled since. */
  scheduled_for: z.string().nullable(),
  /** The reason; null if the release was changed since. */
  failure: FailureText.nullable(),
});
type FailedRelease = z.infer<typeof FailedRelease>;

/** Notifies of new orders to send. Packers also read it: no amounts. */
function newOrdersNotice({ count, orders }: NewOrders, shop: string): Notice {
  const [first] = orders;
  const only = count === 1 ? first : undefined;
  const more = count - orders.length;
  return {
    subject: only ? `New order ${only.order}` : `${count} new orders`,
    heading: only ? `New order ${only.order}` : `${count} new orders`,
    before: [only ? 'It has been paid.' : 'They have been paid.'],
    sections: [
      {
        title: 'To send',
        rows: orders.map(({ order, leaves_by, shipping_name, country, units }) => ({
          what: [
            `Order ${order}, ${countText(units, 'unit')}, leaves by ${dayText(leaves_by)}`,
            `${shipping_name}, ${anyCountryName(country)}`,
          ].join('\n'),
        })),
        texts: more > 0 ? [`And ${more} more.`] : [],
      },
    ],
    button: {
      label: 'Open the studio',
      href: only ? `${shop}/studio?order=${only.order}` : `${shop}/studio?list=to_send`,
    },
    notes: ['Such an e-mail comes at most every ten minutes, with all the orders since the last.'],
  };
}

/** Events that need a person, with the decision to make. */
const decisions: Readonly<Record<Decision['why'], { what: string; todo: string }>> = {
  review: {
    what: 'A payment waits for a decision',
    todo: 'It is not what the order costs, goes to another country, or was refunded or disputed before the order was made. Accept it, or refund it.',
  },
  refund_failed: {
    what: 'A refund has failed',
    todo: 'The shopper has no money yet. The shop tries again by itself, ever more rarely, up to once a day. You can try it now, or give it up and pay another way.',
  },
  refund_given_up: {
    what: 'A refund was given up',
    todo: 'Less than that is left of the payment, because money went back another way. See whether the shopper has what is theirs.',
  },
  refund_in_hand: {
    what: 'A refund is to be paid by us',
    todo: 'The order was paid in hand, so Stripe cannot refund it. Pay it in cash, on the card reader or to a bank account, and record that in the studio.',
  },
  refund_surplus: {
    what: 'Stripe refunded too much',
    todo: 'It has now made a refund that it had refused, and that was given up or repeated meanwhile. Choose in the studio: ask for the money back, or leave it to the shopper.',
  },
  dispute: {
    what: 'A payment is disputed',
    todo: 'The shopper’s bank claims it back. Answer at Stripe’s dashboard before the deadline, or accept the claim.',
  },
  mail_parked: {
    what: 'An e-mail was not sent',
    todo: 'It failed for good, or for three days. Send it again, or reach the shopper another way.',
  },
};

/** The cause of a decision; null if its kind says it all. */
function reasonOf(facts: Decision['facts']): string | null {
  if (facts === null) return null;
  if ('mail' in facts) {
    return `${facts.mail.replaceAll('_', ' ')}: ${facts.error ?? 'no reason given'}`;
  }
  if ('failure' in facts) return facts.failure === null ? null : refundFailureText(facts.failure);
  if ('because' in facts) return facts.because === null ? null : givenUpText(facts.because);
  return facts.reason?.replaceAll('_', ' ') ?? null;
}

/** Notifies managers of a decision to make. */
function decisionNotice(decision: Decision, shop: string): Notice {
  const { why, order, checkout, reference, amount_pence, facts, due_by } = decision;
  const reason = reasonOf(facts);
  const { what, todo } = decisions[why];
  const about = order === null ? `payment ${reference}` : `order ${order}`;
  return {
    subject: `${what}: ${about}`,
    heading: `${what}.`,
    before: [todo],
    sections: [
      {
        title: 'What it is about',
        rows: [
          {
            what: order === null ? 'Payment' : 'Order',
            figure: order === null ? reference : String(order),
          },
          ...(amount_pence === null
            ? []
            : [{ what: 'Amount', figure: formatPounds(amount_pence) }]),
          ...(due_by === null ? [] : [{ what: 'Answer by', figure: momentText(due_by) }]),
          ...(reason === null ? [] : [{ what: 'Why', figure: reason }]),
        ],
      },
    ],
    button: {
      label: 'Open the studio',
      href:
        order === null ? `${shop}/studio?checkout=${checkout}` : `${shop}/studio?order=${order}`,
    },
  };
}

/** Notifies of a scheduled release that could not be published. */
function failedReleaseNotice(failed: FailedRelease, shop: string): Notice {
  const { release, title, scheduled_for, failure } = failed;
  return {
    subject: `Not published: ${title}`,
    heading: 'A release was not published.',
    before: [
      'The release was due, but it could not be published. Nothing has changed in the shop. Open the release, check its preview, and publish it or choose another time.',
    ],
    sections: [
      {
        title: 'What it is about',
        rows: [
          { what: 'Release', figure: title },
          ...(scheduled_for === null
            ? []
            : [{ what: 'Its time', figure: londonText(scheduled_for) }]),
          ...(failure === null ? [] : [{ what: 'Why', figure: failure }]),
        ],
      },
    ],
    button: {
      label: 'Open the release',
      href: `${shop}/studio?catalogue=release&id=${release}`,
    },
  };
}

/** E-mails to staff about orders, decisions and releases. */
export const staffMails = {
  staff_order: worded(NewOrders, newOrdersNotice),
  staff_decision: worded(Decision, decisionNotice),
  staff_release: worded(FailedRelease, failedReleaseNotice),
};
