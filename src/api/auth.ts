import type {
  ForgotPasswordBody,
  LoginBody,
  RegistrationBody,
  ResetPasswordBody,
} from '#domain/contracts/account-bodies.ts';
import { readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/** A successful login. */
export interface LoginAnswer {
  id: string;
  access: string;
}

/** Reads the answer to a login. */
export function readLogin(body: unknown): LoginAnswer {
  const { id, token } = readRecord(body);
  return { id: String(id), access: readText(readRecord(token).access) };
}

/** Logs a shopper in. @throws ApiError 401 when username and password do not match. */
export function login(credentials: LoginBody): Promise<LoginAnswer> {
  return request('/api/auth/login/', readLogin, { method: 'POST', body: credentials });
}

/** Requests a password reset link; it is sent only if the address has an account. @throws ApiError */
export function askForPasswordReset(email: string): Promise<void> {
  return request('/api/auth/forgot-password/', () => undefined, {
    method: 'POST',
    body: { email } satisfies ForgotPasswordBody,
  });
}

/**
 * Sets a new password, using the token from such a link.
 * @returns the username to log in with.
 * @throws ApiError 400 for a used or expired token, or with the field `password`.
 */
export function resetPassword(token: string, password: string): Promise<string> {
  return request('/api/auth/reset-password/', (body) => readText(readRecord(body).username), {
    method: 'POST',
    body: { token, password } satisfies ResetPasswordBody,
  });
}

/** Registers a customer. @throws ApiError 400 with the fields `username` or `email` when taken. */
export function register(registration: RegistrationBody): Promise<void> {
  return request('/api/auth/register/', () => undefined, { method: 'POST', body: registration });
}
