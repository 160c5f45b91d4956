import { z } from 'zod';
import { ReturnLabel } from '#domain/orders/return-label.ts';
import { returnKinds } from '#domain/enums.ts';
import { formatPounds } from '#domain/money/money.ts';
import { dayText } from '#domain/orders/order-promise.ts';
import { returnTerms } from '#domain/orders/return-kinds.ts';
import type { Link, Notice, Section } from './notice.ts';
import {
  declarationText,
  momentText,
  orderName,
  returnsAddressLines,
  seeOrder,
  unitsSection,
  withdrawLinks,
} from './order-words.ts';
import { returnLabelLink, withdrawLink } from './order-link.ts';
import { amount, MailedOrder, Units, worded } from './owed-mail.ts';

/** Goods on their way back. */
const MailedReturn = MailedOrder.extend({
  kind: z.enum(returnKinds),
  code: z.string(),
  reason: z.string().nullable(),
  /** Pieces that the shopper would like instead, until that is decided. */
  wish: Units,
  /** Whether staff wrote the reason. */
  noted: z.boolean(),
  /** The name under which the shopper withdrew; null where they asked for a return. */
  declared_by: z.string().nullable(),
  asked_at: z.string(),
  send_by: z.string(),
  /** Whether any of it has arrived. */
  arrived: z.boolean(),
  /** The label that the shop pays for; null without one. */
  label: ReturnLabel.nullable(),
  items: Units,
  received: Units,
  refund_by: z.string().nullable(),
  /** Whether any of it is still to be refunded. */
  refund_due: z.boolean(),
  /** Refunded for it, or owed. */
  refunded_pence: amount,
  /** The pieces given in exchange for it, and their order; null if it is refunded. */
  exchange: z
    .object({ order: z.int(), waits: z.boolean(), items: Units, back_pence: amount })
    .nullable(),
  refused_because: z.string().nullable(),
  /** Deducted for loss of value by use when it was settled; null for none. */
  deducted: z.object({ amount_pence: amount, reason: z.string() }).nullable(),
});
type MailedReturn = z.infer<typeof MailedReturn>;

/** Replaces the refund date if it is exchanged, or once the refund was made or decided. */
function noFurtherRefund({ refunded_pence, exchange }: MailedReturn): string {
  if (exchange !== null && refunded_pence === 0) {
    return 'You get other pieces in exchange, so nothing is refunded.';
  }
  const refund =
    refunded_pence === 0 ? 'The refund' : `The refund of ${formatPounds(refunded_pence)}`;
  return `${refund} for this was arranged already, so no further one follows.`;
}

function howTo(back: MailedReturn): Section {
  const { code, kind, send_by, refund_due, label } = back;
  const [postage, refund] = returnTerms[kind];
  const bought = label?.state === 'bought' ? label : null;
  return {
    title: 'How to send it back',
    rows: [
      { what: 'Write on the parcel', figure: code },
      bought
        ? { what: 'Hand it to', figure: bought.carrier }
        : { what: 'Send it to', figure: returnsAddressLines().join('\n') },
      { what: 'By', figure: dayText(send_by) },
    ],
    texts: [
      ...(bought
        ? ['Print the label below and stick it on the parcel. We pay for it.']
        : label
          ? ['We are getting you a label, and pay for it. It will be on your order’s page soon.']
          : [postage]),
      refund_due ? refund : noFurtherRefund(back),
    ],
  };
}

/** Links to the label that the shop has bought for it. */
function labelLinks({ label }: MailedReturn, shop: string): Link[] {
  if (label?.state !== 'bought') return [];
  const paper = {
    label: 'Return label (PDF)',
    href: returnLabelLink(label.id, 'label', shop),
  };
  const code = {
    label: 'QR code, if you cannot print',
    href: returnLabelLink(label.id, 'code', shop),
  };
  return label.has_code ? [paper, code] : [paper];
}

function inExchange({ exchange, arrived }: MailedReturn): Section[] {
  if (exchange === null) return [];
  const { order, waits, items, back_pence } = exchange;
  const kept = `We keep them for you, as order ${order}, and send them`;
  const when = !waits
    ? `We pack them now, as order ${order}, and write when they leave.`
    : arrived
      ? `${kept} once your return is complete and we have looked at it.`
      : `${kept} when yours has arrived.`;
  const difference = `They cost less: ${formatPounds(back_pence)} goes back to you once yours has arrived.`;
  return unitsSection('You get in exchange', items, [
    when,
    ...(back_pence > 0 ? [difference] : []),
  ]);
}

/** Explains how to send goods back. After a withdrawal it is the receipt that the law requires. */
function returnAskedNotice(back: MailedReturn, shop: string): Notice {
  const { order, code, kind, declared_by, asked_at, items, reason, noted } = back;
  const declared = kind === 'withdrawal' && declared_by !== null;
  return {
    subject: declared
      ? `Receipt of your withdrawal from order ${order}`
      : `Your return ${code} of order ${order}`,
    heading: declared ? 'You have withdrawn from the contract.' : 'Send it back with this code.',
    before: [
      declared
        ? declarationText(back, declared_by, asked_at)
        : `On ${momentText(asked_at)}, you told us that these items from ${orderName(back)} are coming back.`,
      ...(reason === null ? [] : [`${noted ? 'What we noted' : 'What you wrote'}: “${reason}”`]),
    ],
    sections: [
      ...unitsSection(declared ? 'Withdrawn' : 'Coming back', items),
      ...inExchange(back),
      ...unitsSection('You asked for instead', back.wish, [
        'We write to you when it is agreed. If it cannot be, you get your money back.',
      ]),
      howTo(back),
    ],
    button: seeOrder(back, shop),
    notes: ['We will write again when it has arrived. If you have a question, answer this e-mail.'],
    links: [...labelLinks(back, shop), ...withdrawLinks(back, shop)],
  };
}

function refundTexts(back: MailedReturn): string[] {
  const { refund_due, refunded_pence, refund_by } = back;
  if (!refund_due) return [noFurtherRefund(back)];
  const before =
    refunded_pence === 0 ? '' : ` You were refunded ${formatPounds(refunded_pence)} before.`;
  return refund_by === null
    ? []
    : [`We will inspect them and refund you by ${dayText(refund_by)}.${before}`];
}

/** Notifies of returned goods that have arrived. */
function returnReceivedNotice(back: MailedReturn, shop: string): Notice {
  return {
    subject: `Your return ${back.code} has arrived`,
    heading: 'Your return has arrived.',
    before: [`These items from ${orderName(back)} have come back to us.`, ...refundTexts(back)],
    sections: [...unitsSection('Received', back.received), ...inExchange(back)],
    button: seeOrder(back, shop),
    notes: back.refund_due ? ['We will write again when the money has left.'] : [],
    links: withdrawLinks(back, shop),
  };
}

/** Notifies of a refused return, with the reason. */
function returnRefusedNotice(back: MailedReturn, shop: string): Notice {
  return {
    subject: `We cannot accept your return ${back.code}`,
    heading: 'We cannot accept your return.',
    before: [
      `It is about these items from ${orderName(back)}.`,
      ...(back.refused_because === null ? [] : [`Why: ${back.refused_because}`]),
    ],
    sections: unitsSection('Not accepted', back.items, [
      back.arrived ? 'What has arrived here will be sent back to you.' : 'Please keep it.',
    ]),
    button: seeOrder(back, shop),
    notes: [
      'If you see it otherwise, answer this e-mail. Your legal rights as a consumer stay what they are.',
    ],
    links: withdrawLinks(back, shop),
  };
}

/** Notifies of a return whose deduction took all of its refund. */
function returnSettledNotice(back: MailedReturn, shop: string): Notice {
  const { code, deducted, received } = back;
  return {
    subject: `Your return ${code} is settled without a refund`,
    heading: 'Your return is settled without a refund.',
    before: [
      `We have inspected these items from ${orderName(back)}.`,
      ...(deducted === null
        ? []
        : [
            `We deduct ${formatPounds(deducted.amount_pence)} for use, so nothing goes back.`,
            `Why we deduct: ${deducted.reason}`,
          ]),
    ],
    sections: unitsSection('Settled', received),
    button: seeOrder(back, shop),
    notes: [
      'If you see it otherwise, answer this e-mail. Your legal rights as a consumer stay what they are.',
    ],
    links: withdrawLinks(back, shop),
  };
}

/** Mails the link for a partial withdrawal, which the page without a login does not show. */
function withdrawalLinkNotice(order: MailedOrder, shop: string): Notice {
  return {
    subject: `Choose what you withdraw from: order ${order.order}`,
    heading: 'Choose what you withdraw from.',
    before: [
      `Someone, you we hope, wants to withdraw from a part of the contract for ${orderName(order)}. We show what was bought only to people who can read this e-mail.`,
    ],
    button: { label: 'Choose the items', href: withdrawLink(order.checkout, shop) },
    notes: [
      'Nothing is withdrawn until you choose and confirm. If it was not you, do nothing.',
      'If you would rather write, answer this e-mail and say which items, and how many of each: that counts as well.',
    ],
    links: [seeOrder(order, shop)],
  };
}

/** E-mails about returned goods. */
export const returnMails = {
  return_asked: worded(MailedReturn, returnAskedNotice),
  return_received: worded(MailedReturn, returnReceivedNotice),
  return_refused: worded(MailedReturn, returnRefusedNotice),
  return_settled: worded(MailedReturn, returnSettledNotice),
  withdrawal_link: worded(MailedOrder, withdrawalLinkNotice),
};
