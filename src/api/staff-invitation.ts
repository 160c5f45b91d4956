import { type StaffRole, staffRoles } from '#domain/enums.ts';
import { isText, shape } from '#domain/basics/shape.ts';
import type { StaffInvitationBody } from '#domain/contracts/account-bodies.ts';
import { type LoginAnswer, readLogin } from './auth.ts';
import type { Customer } from './checkout.ts';
import { request } from './http/request.ts';

/** An invitation to the studio. */
export interface InvitationOffer {
  email: string;
  role: StaffRole;
  /** Whether the address has an account, which accepts it after a login. */
  has_account: boolean;
}

const isOffer = shape<InvitationOffer>({
  email: isText,
  role: (value): value is StaffRole => staffRoles.some((role) => role === value),
  has_account: (value) => typeof value === 'boolean',
});

function post<Answer>(
  body: StaffInvitationBody,
  read: (answer: unknown) => Answer,
  access?: string,
): Promise<Answer> {
  return request('/api/auth/staff-invitation', read, { method: 'POST', body, access });
}

/** @throws ApiError 400 if the link was used, withdrawn or has expired. */
export function fetchInvitation(token: string): Promise<InvitationOffer> {
  return post({ do: 'show', token }, (answer) => {
    if (!isOffer(answer)) throw new Error('Not an invitation');
    return answer;
  });
}

/** Accepts it with a new account, and logs in. @throws ApiError 400 with the fields at fault. */
export function acceptWithNewAccount(
  token: string,
  account: { username: string; password: string },
): Promise<LoginAnswer> {
  return post({ do: 'create', token, ...account }, readLogin);
}

/** Accepts it with the customer's account. @throws ApiError 409 if it is for another address. */
export function acceptInvitation(token: string, { access }: Customer): Promise<void> {
  return post({ do: 'accept', token }, () => undefined, access);
}
