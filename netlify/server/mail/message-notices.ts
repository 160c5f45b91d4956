import { z } from 'zod';
import { company } from '#brand/company.ts';
import { countText } from '#domain/basics/count-text.ts';
import type { Notice } from './notice.ts';
import { mergeLink, orderLink } from './order-link.ts';
import { worded } from './owed-mail.ts';

const Message = z.object({
  email: z.string(),
  checkout: z.uuid(),
  /** Null for a payment without an order. */
  order: z.int().nullable(),
  subject: z.string(),
  text: z.string(),
});

/** A message that a member of staff wrote. */
function messageNotice(
  { checkout, order, subject, text }: z.infer<typeof Message>,
  shop: string,
): Notice {
  return {
    subject,
    heading: subject,
    before: text.split(/\n\s*\n/).map((paragraph) => paragraph.trim()),
    ...(order !== null && {
      button: { label: 'See your order', href: orderLink(checkout, shop) },
    }),
    notes: [`You can answer this e-mail: it reaches us at ${company.email}.`],
  };
}

const Merge = z.object({
  email: z.string(),
  merge: z.uuid(),
  /** The account's address. */
  into: z.string(),
  orders: z.int(),
});

/** Offers to move orders into an account with another address. */
function mergeNotice({ merge, into, orders }: z.infer<typeof Merge>, shop: string): Notice {
  const these = countText(orders, 'order');
  return {
    subject: 'Your orders in one account?',
    heading: 'Your orders in one account?',
    before: [
      `You asked us to move ${these}, made with this e-mail address, into the account of ${into}.`,
      'Nothing has changed yet. Open this link, and log in to that account: then they move. Their e-mails still come to this address.',
    ],
    button: { label: 'Move my orders', href: mergeLink(merge, shop) },
    notes: [
      'The link works for seven days.',
      'Have you not asked for this, or is that not your account? Then do nothing, and your orders stay where they are.',
    ],
  };
}

/** E-mails that staff write or ask for. */
export const messageMails = {
  message: worded(Message, messageNotice),
  merge_link: worded(Merge, mergeNotice),
};
