import { z } from 'zod';
import { company } from '#brand/company.ts';
import { trackingLink } from '#domain/orders/carrier.ts';
import { dutiesText } from '#domain/countries/duties.ts';
import { arrivalText, dayText } from '#domain/orders/order-promise.ts';
import type { Link, Notice, Section } from './notice.ts';
import { orderName, seeOrder, unitsSection, withdrawLinks } from './order-words.ts';
import { MailedOrder, Units, worded } from './owed-mail.ts';
import { CANCELLATION_DAYS, RETURN_DAYS } from '#domain/basics/return-periods.ts';

/** Another order with pieces in the parcel. */
const Other = MailedOrder.pick({
  order: true,
  checkout: true,
  placed_at: true,
  may_withdraw: true,
}).extend({
  items: Units,
  to_come: Units,
  last: z.boolean(),
  return_until: z.string().nullable(),
  withdraw_until: z.string().nullable(),
});

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
  others: z.array(Other),
});
type MailedParcel = z.infer<typeof MailedParcel>;

/** The orders with pieces in the parcel, the e-mail's own first. */
function ordersIn(parcel: MailedParcel): z.infer<typeof Other>[] {
  return [parcel, ...parcel.others];
}

const list = new Intl.ListFormat('en-GB');

/** "order 7", "orders 7 and 8" */
function numbersOf({ order, others }: MailedParcel): string {
  const numbers = [order, ...others.map((other) => other.order)].map(String);
  return `order${others.length > 0 ? 's' : ''} ${list.format(numbers)}`;
}

/** "order 7 of 21 November 2026 and order 8 of 22 November 2026" */
function namesOf(parcel: MailedParcel): string {
  return list.format(ordersIn(parcel).map(orderName));
}

/** Goods, in a section for each order if there are several. */
function goods(
  parcel: MailedParcel,
  title: string,
  which: 'items' | 'to_come',
  texts: readonly string[] = [],
): Section[] {
  const isOne = parcel.others.length === 0;
  return ordersIn(parcel).flatMap((one) =>
    unitsSection(isOne ? title : `${title}, order ${one.order}`, one[which], texts),
  );
}

/** Links to the orders and their withdrawal forms, named if there are several. */
function linksOf(
  parcel: MailedParcel,
  shop: string,
  links: (order: z.infer<typeof Other>, shop: string) => Link[],
): Link[] {
  const isOne = parcel.others.length === 0;
  return ordersIn(parcel).flatMap((one) =>
    links(one, shop).map(({ label, href }) => ({
      label: isOne ? label : `${label}: order ${one.order}`,
      href,
    })),
  );
}

function seeLinks(order: z.infer<typeof Other>, shop: string): Link[] {
  return [seeOrder(order, shop)];
}

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
  const { carrier, tracking_number, corrected, duties, others } = parcel;
  const part = ordersIn(parcel).some(({ to_come }) => to_come.length > 0);
  const numbers = numbersOf(parcel);
  const [your, are] =
    others.length > 0 ? ['orders', 'are on their way'] : ['order', 'is on its way'];
  const page = trackingLink(carrier, tracking_number);
  const see = seeOrder(parcel, shop);
  return {
    ...(corrected
      ? {
          subject: `New tracking details for ${numbers}`,
          heading: 'Your parcel has new tracking details.',
        }
      : {
          subject: part
            ? `Part of ${numbers} is on its way`
            : `${numbers.replace('o', 'O')} ${are}`,
          heading: part ? `Part of your ${your} is on its way.` : `Your ${your} ${are}.`,
        }),
    before: [
      ...(corrected
        ? ['Please use these instead of the ones in our last e-mail about this parcel.']
        : []),
      `A parcel from ${namesOf(parcel)} has left.`,
      ...arrival(parcel),
    ],
    sections: [
      tracking(parcel),
      ...goods(parcel, 'In this parcel', 'items'),
      ...goods(parcel, 'Still to come', 'to_come', ['We will write again when it leaves.']),
    ],
    button: page === null ? see : { label: 'Track the parcel', href: page },
    notes: [dutiesText(duties) ?? []].flat(),
    links: [
      ...(page === null && others.length === 0 ? [] : linksOf(parcel, shop, seeLinks)),
      ...linksOf(parcel, shop, withdrawLinks),
    ],
  };
}

/** Corrects the e-mail about a parcel that has not left after all. */
function undoneNotice(parcel: MailedParcel, shop: string): Notice {
  const have = parcel.others.length > 0 ? 'have' : 'has';
  return {
    subject: `Correction: ${numbersOf(parcel)} ${have} not left yet`,
    heading: 'Your parcel has not left yet.',
    before: [
      `We told you that a parcel from ${namesOf(parcel)} was on its way. That was our mistake, and we are sorry: it is still with us.`,
      'You need not do anything. We will write again when it leaves, with its new tracking details.',
    ],
    sections: goods(parcel, 'Still to come', 'items'),
    button: seeOrder(parcel, shop),
    notes: [],
    links: linksOf(parcel, shop, withdrawLinks),
  };
}

function until(day: string | null, last: boolean): string {
  return last && day !== null
    ? `until ${dayText(day)}`
    : 'counted from when the last parcel arrives';
}

/** The return periods of the content `returns` and of the law (`return_window`). */
function rights(parcel: MailedParcel): string[] {
  const parts = ordersIn(parcel);
  const last = parts.every((one) => one.last);
  // Orders that arrived today share these days.
  const { return_until, withdraw_until } = parcel;
  return [
    `Within ${RETURN_DAYS} days, ${until(return_until, last)}, you may send back what is unworn and unwashed and has its tags.`,
    `Within ${CANCELLATION_DAYS} days, ${until(withdraw_until, last)}, you may withdraw from the contract without giving a reason.`,
    'Is something faulty or not what you ordered? Sending that back costs you nothing.',
    'To send something back, open your order and choose what: you get a code and the address.',
  ];
}

/** Notifies of a delivered parcel. */
function deliveredNotice(parcel: MailedParcel, shop: string): Notice {
  const { delivered_on, others } = parcel;
  const numbers = numbersOf(parcel);
  const last = ordersIn(parcel).every((one) => one.last);
  const [your, have] = others.length > 0 ? ['orders', 'have'] : ['order', 'has'];
  const day = delivered_on === null ? '' : ` on ${dayText(delivered_on)}`;
  return {
    subject: last
      ? `${numbers.replace('o', 'O')} ${have} arrived`
      : `A parcel from ${numbers} has arrived`,
    heading: last ? `Your ${your} ${have} arrived.` : 'A parcel has arrived.',
    before: [
      `Thank you for shopping at ${company.brand}. A parcel from ${namesOf(parcel)} was delivered${day}.`,
    ],
    sections: [
      ...goods(parcel, 'In this parcel', 'items'),
      ...goods(parcel, 'Still to come', 'to_come'),
      { title: 'If you do not want to keep it', texts: rights(parcel) },
    ],
    button: seeOrder(parcel, shop),
    notes: ['It has not reached you? Answer this e-mail, and we will look for it.'],
    links: [
      ...(others.length > 0 ? linksOf(parcel, shop, seeLinks) : []),
      ...linksOf(parcel, shop, withdrawLinks),
    ],
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
