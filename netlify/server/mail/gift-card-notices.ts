import { z } from 'zod';
import { giftCardOrigins } from '#domain/enums.ts';
import { formatPounds } from '#domain/money/money.ts';
import { fullDayText } from '#domain/orders/order-promise.ts';
import { giftCardLink } from './order-link.ts';
import type { Notice } from './notice.ts';
import { amount, worded } from './owed-mail.ts';

/** Store credit. */
const MailedCard = z.object({
  email: z.string(),
  card: z.uuid(),
  origin: z.enum(giftCardOrigins),
  code_end: z.string(),
  balance_pence: amount,
  /** Last day on which it can be used, as an ISO date. */
  last_day: z.string(),
});

/** With its code, which is stored only until it is mailed. */
const NewCard = MailedCard.extend({ code: z.string() });

function newCardNotice(card: z.infer<typeof NewCard>, shop: string): Notice {
  const { origin, code, last_day } = card;
  const value = formatPounds(card.balance_pence);
  return {
    subject: `Your store credit of ${value}`,
    heading: `Your code: ${code}`,
    before: [
      origin === 'refund'
        ? `You chose store credit instead of money back: ${value}.`
        : `You have ${value} of store credit with us.`,
      `The code pays for anything in our shop, delivery included, in one order or several, until ${fullDayText(last_day)}. The button puts it into your cart; you can also type it there, where discount codes go.`,
    ],
    button: { label: 'Shop with it', href: `${shop}/?code=${code}` },
    notes: ['Keep this e-mail: anyone with the code can spend it.'],
    links: [{ label: 'See what is left on it', href: giftCardLink(card.card, shop) }],
  };
}

function endingNotice(card: z.infer<typeof MailedCard>, shop: string): Notice {
  const value = formatPounds(card.balance_pence);
  const day = fullDayText(card.last_day);
  return {
    subject: `${value} on your gift card ends on ${day}`,
    heading: `${value} is left on your gift card.`,
    before: [
      `Your gift card ending ${card.code_end} can be used until ${day}. After that, what is left on it is lost.`,
      'The code is in our earlier e-mail. If you no longer have that, answer this one.',
    ],
    button: { label: 'See your gift card', href: giftCardLink(card.card, shop) },
  };
}

/** E-mails about gift cards and store credit. */
export const giftCardMails = {
  gift_card: worded(NewCard, newCardNotice),
  gift_card_ends: worded(MailedCard, endingNotice),
};
