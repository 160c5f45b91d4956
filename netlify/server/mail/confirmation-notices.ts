import { z } from 'zod';
import { company } from '#company';
import { linkToken } from './link-token.ts';
import type { Notice } from './notice.ts';
import { oneClickHeaders } from './one-click-link.ts';
import { worded } from './owed-mail.ts';

function confirmEmailNotice(mail: string, shop: string): Notice {
  return {
    subject: 'Confirm your e-mail address',
    heading: 'Confirm your e-mail address.',
    before: [
      `Someone, you we hope, asked for this e-mail in the account that has this address at ${company.brand}.`,
    ],
    button: {
      label: 'Confirm the address',
      href: `${shop}/confirm-email#token=${linkToken('confirm-email', mail)}`,
    },
    notes: ['The link works for 7 days. If it was not you, do nothing.'],
  };
}

function confirmSubscriptionNotice(subscription: string, shop: string): Notice {
  const token = linkToken('unsubscribe', subscription);
  return {
    subject: `Do you want news from ${company.brand}?`,
    heading: 'Confirm your subscription.',
    before: [
      `Someone, you we hope, entered this address at ${company.brand} to be told by e-mail when there is news.`,
    ],
    button: {
      label: 'Confirm the subscription',
      href: `${shop}/confirm-subscription#token=${linkToken('confirm-subscription', subscription)}`,
    },
    notes: [
      'Unless you press it, nothing more will come, and after 30 days we forget the address.',
    ],
    links: [
      { label: 'This was not me: remove my address', href: `${shop}/unsubscribe#token=${token}` },
    ],
    headers: oneClickHeaders(`${shop}/api/listing/unsubscribe?token=${token}`),
  };
}

/** E-mails that confirm an address. */
export const confirmationMails = {
  confirm_email: worded(z.object({ email: z.string() }), (_content, shop, mail) =>
    confirmEmailNotice(mail, shop),
  ),
  confirm_subscription: worded(
    z.object({ email: z.string(), subscription: z.uuid() }),
    ({ subscription }, shop) => confirmSubscriptionNotice(subscription, shop),
  ),
};
