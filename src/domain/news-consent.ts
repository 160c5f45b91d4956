/** Consent text shown above the subscribe button, stored with the consent. */
export const newsConsent =
  'Press the button, and we will e-mail you when there is news. You can unsubscribe at any time.';
