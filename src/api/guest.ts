import type { EmptyBody } from '#domain/contracts/account-bodies.ts';
import type { LoginAnswer } from './auth.ts';
import { readLogin } from './auth.ts';
import { request } from './http/request.ts';

/** Begins a guest's session, for a checkout without an account. @throws ApiError */
export function beginAsGuest(): Promise<LoginAnswer> {
  return request('/api/auth/guest/', readLogin, {
    method: 'POST',
    body: {} satisfies EmptyBody,
  });
}
