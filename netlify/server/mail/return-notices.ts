import { dayText } from '#domain/order-promise.ts';
import type { Notice, Section } from './notice.ts';
import {
  momentText,
  orderName,
  returnsAddressLines,
  seeOrder,
  unitsSection,
  withdrawLinks,
} from './order-words.ts';
import type { MailedReturn } from './owed-mail.ts';

/** Who pays the postage, and what comes back when: src/content/texts/returns.md and the law. */
const terms: Readonly<Record<MailedReturn['kind'], readonly string[]>> = {
  return: [
    'Things must be unworn and unwashed, with their tags attached. You pay for sending them back.',
    'Once we have received and inspected them, we refund you within 7–10 business days.',
  ],
  withdrawal: [
    'Send them back within 14 days of your declaration. You pay for sending them back.',
    'Within 14 days of their arrival here we refund what they cost, standard delivery included.',
  ],
  fault: [
    'Sending them back costs you nothing: keep the receipt, and answer this e-mail with it. We refund the postage, too.',
    'Once we have received and inspected them, we refund you within 7–10 business days.',
  ],
};

function howTo({ code, kind }: MailedReturn): Section {
  return {
    title: 'How to send it back',
    rows: [
      { what: 'Write on the parcel', figure: code },
      { what: 'Send it to', figure: returnsAddressLines().join('\n') },
    ],
    texts: terms[kind],
  };
}

function expectedText(back: MailedReturn): string {
  return back.kind === 'withdrawal'
    ? `On ${momentText(back.asked_at)}, we received your declaration: “I withdraw from the contract for these goods of ${orderName(back)}.”`
    : `We expect these things of ${orderName(back)} back.`;
}

/** That goods may be sent back, and how. Of a withdrawal, it is the receipt that the law asks for. */
export function returnAskedNotice(back: MailedReturn, shop: string): Notice {
  const withdrawn = back.kind === 'withdrawal';
  return {
    subject: withdrawn
      ? `Receipt of your withdrawal from order ${back.order}`
      : `Your return ${back.code} of order ${back.order}`,
    heading: withdrawn ? 'You have withdrawn from the contract.' : 'Send it back with this code.',
    before: [
      expectedText(back),
      ...(back.reason === null ? [] : [`What you wrote: “${back.reason}”`]),
    ],
    sections: [...unitsSection(withdrawn ? 'Withdrawn' : 'Coming back', back.items), howTo(back)],
    button: seeOrder(back, shop),
    notes: ['We write again when it has arrived. If you have a question, answer this e-mail.'],
    links: withdrawLinks(back, shop),
  };
}

/** That goods have come back. */
export function returnReceivedNotice(back: MailedReturn, shop: string): Notice {
  return {
    subject: `Your return ${back.code} has arrived`,
    heading: 'Your return has arrived.',
    before: [
      `This of ${orderName(back)} has come back to us.`,
      ...(back.refund_by === null
        ? []
        : [`We inspect it, and your refund is there by ${dayText(back.refund_by)}.`]),
    ],
    sections: unitsSection('Received', back.received),
    button: seeOrder(back, shop),
    notes: ['We write again when the money has left.'],
    links: withdrawLinks(back, shop),
  };
}

/** That a return is not accepted, and why. */
export function returnRefusedNotice(back: MailedReturn, shop: string): Notice {
  return {
    subject: `We cannot accept your return ${back.code}`,
    heading: 'We cannot accept your return.',
    before: [
      `It is about this of ${orderName(back)}.`,
      ...(back.refused_because === null ? [] : [`Why: ${back.refused_because}`]),
    ],
    sections: unitsSection('Not accepted', back.items),
    button: seeOrder(back, shop),
    notes: [
      'If you see it otherwise, answer this e-mail. Your legal rights as a consumer stay what they are.',
    ],
    links: withdrawLinks(back, shop),
  };
}
