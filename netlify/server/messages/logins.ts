const nextLink = 'Please ask for a new link.';

/** Refusals of sign-ups and logins by Supabase Auth, or on the way to it. */
export const loginMessages = {
  appUnknown:
    'Supabase does not know your authenticator app any more. Have it reset: npm run staff -- reset-factor.',
  appBegun: 'Two presses began an authenticator app at once. Begin again.',
  appsOff:
    'The shop’s Supabase project does not allow authenticator apps. Switch TOTP on there: Authentication → Multi-Factor.',
  codeInvalid: (left: number) =>
    left > 0
      ? `This is not the code. You have ${left === 1 ? 'one try' : `${left} tries`} left.`
      : 'This is not the code. Please ask for a new one.',
  codeRequired: 'Enter the code of your authenticator app.',
  credentialsInvalid: 'Invalid username or password',
  emailInvalid: 'Enter a valid email address.',
  emailTaken: 'Email already exists',
  factorCodeInvalid: 'This code is wrong or too old.',
  keyExpired: 'This key has run out. Begin again.',
  passwordCommon: 'Choose a less common password.',
  passwordInvalid: 'This is not your password.',
  passwordInvalidOnClosing: 'This is not your password. Nothing has changed.',
  /** @param fault a sentence about the new password; the link was used up. */
  passwordRefused: (fault: string) => `${fault} ${nextLink}`,
  resetLinkExpired: 'This link has been used or has expired. Please ask for a new one.',
  usernameTaken: 'Username already exists',
} as const;
