import { z } from 'zod';
import { withFacts, type Words } from './messages.ts';

const allOf = new Intl.ListFormat('en-GB');

/** Refusals of access to the studio or to one of its actions. */
export const staff = {
  account_unknown: 'No account has this address. Its owner has to register at the shop first.',
  colleague_left: 'They no longer work here, or have another role since. Reload the page.',
  code_used: 'This code has been used. Wait for the next one.',
  email_unconfirmed:
    'This address has not been confirmed, so the account may be a stranger’s. ' +
    'Ask your colleague to choose a new password with “Forgot password?” on the shop’s login page: ' +
    'the link in that e-mail confirms the address and ends all other logins. Then run this again.',
  invitation_of_other:
    'This invitation is for another address. Log in to the account with the address shown here.',
  invitation_over: 'This invitation has been used, withdrawn or replaced, or is older than a week.',
  login_too_old: 'Log in again with your password: you last entered it over 30 minutes ago.',
  not_staff: 'Not found.',
  own_access: 'You cannot change your own access. Ask another manager.',
  role_unchanged: 'They already have this role.',
  role_too_low: withFacts(z.object({ roles: z.array(z.string()) }), ({ roles }) => {
    return `Only ${allOf.format(roles.map((role) => `${role}s`))} may do this.`;
  }),
  second_factor_exists: 'You already have an authenticator app. Remove it before you add another.',
  second_factor_gone: 'This account has no authenticator app.',
  second_factor_missing: 'Enter the code of your authenticator app.',
  works_here: 'The owner of this address already works here. Change their role instead.',
} satisfies Words;
