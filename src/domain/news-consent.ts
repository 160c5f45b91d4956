/** Consent text shown above the subscribe button, stored with the consent. */
export const newsConsent =
  'Press the button, and we will e-mail you when there is news, and once if you leave a cart at checkout. You can unsubscribe at any time.';
