import type { CodeLoginBody, LoginCodeBody } from '#domain/contracts/account-bodies.ts';
import type { LoginAnswer } from './auth.ts';
import { readLogin } from './auth.ts';
import { readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/**
 * Asks for a login code by e-mail; it is sent only if the address has an account.
 * @returns the request's id, to which the code belongs.
 * @throws ApiError 429 after too many requests.
 */
export function askForCode(email: string): Promise<string> {
  return request('/api/auth/login-code/', (body) => readText(readRecord(body).request), {
    method: 'POST',
    body: { email } satisfies LoginCodeBody,
  });
}

/** Logs in with a request's code. @throws ApiError 400 with the field `code` if wrong, or a `reason` if it is over. */
export function logInByCode(given: CodeLoginBody): Promise<LoginAnswer> {
  return request('/api/auth/login-code/verify/', readLogin, { method: 'POST', body: given });
}
