/** What stands above the button that puts an address on the list: what the consent is to, kept with it. */
export const newsConsent =
  'Press the button, and we will e-mail you when there is news. You can unsubscribe at any time.';
