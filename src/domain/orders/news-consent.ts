/** Consent text shown above the subscribe button, stored with the consent. */
export const newsConsent =
  'Press the button, and we will e-mail you when there is news. We may also send you a discount code once, and remind you once of a cart that you leave at checkout. You can unsubscribe at any time.';
