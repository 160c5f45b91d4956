import { readRecord, readText } from './answer.ts';
import { request } from './request.ts';

/** Who a shopper is to the shop after logging in. */
export interface LoginAnswer {
  id: string;
  access: string;
}

/** Logs a shopper in. @throws ApiError 401 when username and password do not match. */
export function login(credentials: { username: string; password: string }): Promise<LoginAnswer> {
  return request(
    '/api/auth/login/',
    (body) => {
      const { id, token } = readRecord(body);
      return { id: String(id), access: readText(readRecord(token).access) };
    },
    { method: 'POST', body: credentials },
  );
}

/** What a new customer gives. */
export interface Registration {
  username: string;
  email: string;
  password: string;
}

/** Registers a customer. @throws ApiError 400 with the fields `username` or `email` when taken. */
export function register(registration: Registration): Promise<void> {
  return request('/api/auth/register/', () => undefined, { method: 'POST', body: registration });
}
