/** Answers to shoppers about accounts, orders and links that do not come from SQL. */
export const shopperMessages = {
  accountClosed: 'Your account is closed.',
  accountOpen:
    'The payment provider did not respond, so the account is still open. Please try again.',
  confirmationSent:
    'We have sent an e-mail to this address in the last 24 hours. Please look for it, also among junk mail, or ask again tomorrow.',
  linkExpired: 'This link is incomplete or has expired.',
  orderKept: 'This order is in an account already.',
  orderNotFound:
    'We found no order with this number and email address. Both are in the e-mail that confirmed your order.',
  pageOpening: 'A payment page is still opening. Please try again.',
  subscribed: ['Subscribed successfully!', 'Check your inbox to confirm.'],
  termsSince: (day: string) =>
    `These texts were in force from ${day} on. What has changed since does not apply to orders made under them.`,
  termsUnknown: 'There are no such terms: the link is incomplete or mistyped.',
} as const;
