import { z } from 'zod';
import { company } from '#brand/company.ts';
import { loginCode } from '../login-code.ts';
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
    notes: [
      'The button asks you to log in to that account first. The link works for 7 days. If it was not you, do nothing.',
    ],
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

function loginCodeNotice(request: string, proves: boolean, shop: string): Notice {
  return {
    subject: 'Your code to log in',
    heading: `Your code: ${loginCode(request)}`,
    before: [
      'Enter it on the page that asked for it, within ten minutes. It works once, and we never ask for it by phone or e-mail.',
      ...(proves
        ? [
            'It is the first time that this address proves to be yours. Logging in with the code therefore ends the account’s password and its other logins, in case somebody else registered with your address. Choose a new password afterwards.',
          ]
        : []),
    ],
    notes: ['If you did not ask for it, do nothing: nobody can log in without the code.'],
    links: [{ label: 'Choose a new password', href: `${shop}/forgot-password` }],
  };
}

/** E-mails that confirm an address. */
export const confirmationMails = {
  confirm_email: worded(z.object({ email: z.string() }), (_content, shop, mail) =>
    confirmEmailNotice(mail, shop),
  ),
  login_code: worded(
    z.object({ email: z.string(), request: z.uuid(), proves: z.boolean() }),
    ({ request, proves }, shop) => loginCodeNotice(request, proves, shop),
  ),
  confirm_subscription: worded(
    z.object({ email: z.string(), subscription: z.uuid() }),
    ({ subscription }, shop) => confirmSubscriptionNotice(subscription, shop),
  ),
};
