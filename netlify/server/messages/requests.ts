const nothing = 'Nothing was changed, and nothing of what you typed was kept.';

/** Refusals of a request as such, by any function. This file imports nothing, because every function loads it. */
export const requestMessages = {
  anotherSite: 'This call is for the shop’s own pages.',
  anothersData: 'That belongs to someone else.',
  busy: 'The shop is very busy. Please try again in a moment.',
  /** Heading and text for a form that a browser submitted by itself. */
  formFailed: [
    'That did not work',
    `${nothing} Please go back, check what you typed and try again later.`,
  ],
  formNeedsScript: [
    'This form needs JavaScript',
    `${nothing} Please turn JavaScript on in your browser, go back and try again.`,
  ],
  guest: 'You are shopping as a guest. Please log in to an account for this.',
  idInvalid: 'Not a valid id.',
  /** @returns HTML. */
  instead: (email: string) => `Or write to <a href="mailto:${email}">${email}</a>.`,
  jsonInvalid: 'The request is not valid JSON.',
  methodUnknown: (method: string) => `Method "${method}" not allowed.`,
  loginRequired: 'Please log in again.',
  notFound: 'Not found.',
  notSoldToCountry: 'We do not ship to this country.',
  textUnstorable: 'A text has a character that cannot be stored.',
  tooLarge: 'The request is too large.',
  tooManyAttempts: (wait: string) => `Too many attempts. Please wait ${wait}.`,
  typeInvalid: 'Send the request as application/json.',
} as const;
