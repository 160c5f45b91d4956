import { z } from 'zod';
import { company } from '#company';
import { trackingLink } from '#domain/carrier.ts';
import { dutiesText } from '#domain/duties.ts';
import { arrivalText, dayText } from '#domain/order-promise.ts';
import type { Notice, Section } from './notice.ts';
import { orderName, seeOrder, unitsSection, withdrawLinks } from './order-words.ts';
import { MailedOrder, Units, worded } from './owed-mail.ts';

/** A parcel that left or arrived. */
const MailedParcel = MailedOrder.extend({
  carrier: z.string(),
  tracking_number: z.string().nullable(),
  /** Whether it corrects the carrier or number of an earlier e-mail. */
  corrected: z.boolean(),
  items: Units,
  /** Goods neither sent nor cancelled yet. */
  to_come: Units,
  arrives_from: z.string().nullable(),
  arrives_by: z.string().nullable(),
  delivered_on: z.string().nullable(),
  /** Whether all of the order has arrived. */
  last: z.boolean(),
  /** Last days of the shop's and the statutory period; null while something is still to be sent. */
  return_until: z.string().nullable(),
  withdraw_until: z.string().nullable(),
});
type MailedParcel = z.infer<typeof MailedParcel>;

function arrival({ country, arrives_from, arrives_by }: MailedParcel): string[] {
  if (arrives_from === null || arrives_by === null) return [];
  const text = arrivalText({ country, arrives_from, arrives_by });
  return [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`];
}

function tracking({ carrier, tracking_number }: MailedParcel): Section {
  return {
    title: 'On its way with',
    rows: [
      tracking_number === null ? { what: carrier } : { what: carrier, figure: tracking_number },
    ],
    texts: tracking_number === null ? ['This parcel has no tracking number.'] : [],
  };
}

/** Notifies of a dispatched parcel. */
function dispatchedNotice(parcel: MailedParcel, shop: string): Notice {
  const { order, items, to_come, carrier, tracking_number, corrected, duties } = parcel;
  const part = to_come.length > 0;
  const page = trackingLink(carrier, tracking_number);
  const see = seeOrder(parcel, shop);
  return {
    ...(corrected
      ? {
          subject: `New tracking details for order ${order}`,
          heading: 'Your parcel has new tracking details.',
        }
      : {
          subject: part ? `Part of order ${order} is on its way` : `Order ${order} is on its way`,
          heading: part ? 'Part of your order is on its way.' : 'Your order is on its way.',
        }),
    before: [
      ...(corrected
        ? ['Please use these instead of the ones in our last e-mail about this parcel.']
        : []),
      `A parcel from ${orderName(parcel)} has left.`,
      ...arrival(parcel),
    ],
    sections: [
      tracking(parcel),
      ...unitsSection('In this parcel', items),
      ...unitsSection('Still to come', to_come, ['We will write again when it leaves.']),
    ],
    button: page === null ? see : { label: 'Track the parcel', href: page },
    notes: [dutiesText(duties) ?? []].flat(),
    links: [...(page === null ? [] : [see]), ...withdrawLinks(parcel, shop)],
  };
}

/** Corrects the e-mail about a parcel that has not left after all. */
function undoneNotice(parcel: MailedParcel, shop: string): Notice {
  const { order, items } = parcel;
  return {
    subject: `Correction: order ${order} has not left yet`,
    heading: 'Your parcel has not left yet.',
    before: [
      `We told you that a parcel from ${orderName(parcel)} was on its way. That was our mistake, and we are sorry: it is still with us.`,
      'You need not do anything. We will write again when it leaves, with its new tracking details.',
    ],
    sections: unitsSection('Still to come', items),
    button: seeOrder(parcel, shop),
    notes: [],
    links: withdrawLinks(parcel, shop),
  };
}

function until(day: string | null, last: boolean): string {
  return last && day !== null
    ? `until ${dayText(day)}`
    : 'counted from when the last parcel arrives';
}

/** The return periods of the content `returns` and of the law (`return_window`). */
function rights({ last, return_until, withdraw_until }: MailedParcel): string[] {
  return [
    `Within 30 days, ${until(return_until, last)}, you may send back what is unworn and unwashed and has its tags.`,
    `Within 14 days, ${until(withdraw_until, last)}, you may withdraw from the contract without giving a reason.`,
    'Is something faulty or not what you ordered? Sending that back costs you nothing.',
    'To send something back, open your order and choose what: you get a code and the address.',
  ];
}

/** Notifies of a delivered parcel. */
function deliveredNotice(parcel: MailedParcel, shop: string): Notice {
  const { order, items, to_come, delivered_on, last } = parcel;
  const day = delivered_on === null ? '' : ` on ${dayText(delivered_on)}`;
  return {
    subject: last ? `Order ${order} has arrived` : `A parcel from order ${order} has arrived`,
    heading: last ? 'Your order has arrived.' : 'A parcel has arrived.',
    before: [
      `Thank you for shopping at ${company.brand}. A parcel from ${orderName(parcel)} was delivered${day}.`,
    ],
    sections: [
      ...unitsSection('In this parcel', items),
      ...unitsSection('Still to come', to_come),
      { title: 'If you do not want to keep it', texts: rights(parcel) },
    ],
    button: seeOrder(parcel, shop),
    notes: ['It has not reached you? Answer this e-mail, and we will look for it.'],
    links: withdrawLinks(parcel, shop),
  };
}

/** Units exchanged for another colour before they left. */
const MailedSwap = MailedOrder.extend({
  product_name: z.string(),
  from: z.string(),
  to: z.string(),
  quantity: z.int(),
  /** Whether they cost less, which is refunded. */
  refunded: z.boolean(),
  to_come: Units,
});

/** Notifies of another colour or product in the order. */
function swappedNotice(swap: z.infer<typeof MailedSwap>, shop: string): Notice {
  const { order, product_name, from, to, quantity, refunded, to_come } = swap;
  return {
    subject: `Order ${order} is changed`,
    heading: 'Your order is changed.',
    before: [
      `As agreed, ${orderName(swap)} has ${quantity} × ${product_name} in ${to} now, instead of ${from}. ${refunded ? 'It costs less: the difference goes back to you, and we write when it does.' : 'The price stays the same.'}`,
    ],
    sections: unitsSection('Still to come', to_come, ['We will write again when it leaves.']),
    button: seeOrder(swap, shop),
    notes: ['Is that not what you wanted? Answer this e-mail at once, before it leaves.'],
    links: withdrawLinks(swap, shop),
  };
}

/** E-mails about parcels and what will be in them. */
export const parcelMails = {
  dispatched: worded(MailedParcel, dispatchedNotice),
  dispatch_undone: worded(MailedParcel, undoneNotice),
  delivered: worded(MailedParcel, deliveredNotice),
  swapped: worded(MailedSwap, swappedNotice),
};
