/** Request bodies of the account calls. The client imports only their `z.input` types. */
import { z } from 'zod';
import { email, loginName, newPassword, password, wantsNews } from './fields.ts';
import { namesOwner, passwordIsName } from '../browsing/password.ts';

/** A password to compare with the account's. */
const ownPassword = password.min(1).max(1000);

/** `POST /api/auth/login/` */
export const LoginBody = z.object({ username: loginName(254), password: ownPassword });
export type LoginBody = z.input<typeof LoginBody>;

/** `POST /api/auth/register/` */
export const RegistrationBody = z
  .object({ username: loginName(50), email, password: newPassword, news: wantsNews })
  .refine(
    ({ username, email: address, password: secret }) => !namesOwner(secret, username, address),
    {
      path: ['password'],
      error: passwordIsName,
    },
  );
export type RegistrationBody = z.input<typeof RegistrationBody>;

/** `POST /api/auth/forgot-password/` */
export const ForgotPasswordBody = z.object({ email });
export type ForgotPasswordBody = z.input<typeof ForgotPasswordBody>;

/** `POST /api/auth/login-code/`: asks for a code by e-mail. */
export const LoginCodeBody = z.object({ email });
export type LoginCodeBody = z.input<typeof LoginCodeBody>;

/** `POST /api/auth/login-code/verify/`: logs in with the code of a request. */
export const CodeLoginBody = z.object({
  request: z.uuid('Please ask for a new code.'),
  code: z.string('This field is required.').regex(/^\d{6}$/, 'Enter the six digits of the code.'),
});
export type CodeLoginBody = z.input<typeof CodeLoginBody>;

const claim = { token: z.string('This field is required.').max(200) };

/** `POST /api/auth/claim-order/`: by the link in a guest's order confirmation, or in the offer of a merge. */
export const ClaimOrderBody = z.discriminatedUnion('do', [
  /** Shows what the link can do; changes nothing. */
  z.object({ do: z.literal('show'), ...claim }),
  /** Moves the order into the account of the login. */
  z.object({ do: z.literal('add'), ...claim }),
  /** Creates an account for the order's address. */
  z.object({ do: z.literal('create'), ...claim, username: loginName(50), password: newPassword }),
  /** Shows the orders that the link of a merge moves, and into which account; changes nothing. */
  z.object({ do: z.literal('show_merge'), ...claim }),
  /** Moves them into that account, to which the caller is logged in. */
  z.object({ do: z.literal('merge'), ...claim }),
]);
export type ClaimOrderBody = z.input<typeof ClaimOrderBody>;

const invitation = { token: z.string('This field is required.').max(200) };

/** `POST /api/auth/staff-invitation/`: by the link in an invitation to the studio. */
export const StaffInvitationBody = z.discriminatedUnion('do', [
  /** Shows what the link offers; changes nothing. */
  z.object({ do: z.literal('show'), ...invitation }),
  /** Accepts it with a new account for its address. */
  z.object({
    do: z.literal('create'),
    ...invitation,
    username: loginName(50),
    password: newPassword,
  }),
  /** Accepts it with the account of the login. */
  z.object({ do: z.literal('accept'), ...invitation }),
]);
export type StaffInvitationBody = z.input<typeof StaffInvitationBody>;

const incompleteLink = 'This link is incomplete. Please ask for a new one.';

/** `POST /api/auth/reset-password/` */
export const ResetPasswordBody = z.object({
  token: z.string(incompleteLink).regex(/^\w{20,200}$/, incompleteLink),
  password: newPassword,
});
export type ResetPasswordBody = z.input<typeof ResetPasswordBody>;

/** `POST /api/account/close/` */
export const CloseAccountBody = z.object({ password: ownPassword });
export type CloseAccountBody = z.input<typeof CloseAccountBody>;

/** `POST /api/auth/refresh/` and `POST /api/auth/logout/`: all data is in headers. */
export const EmptyBody = z.object({});
export type EmptyBody = z.input<typeof EmptyBody>;
