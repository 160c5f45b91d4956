import { readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/**
 * Renews a login.
 * @param access its access token, even an expired one; the browser adds the refresh token's cookie.
 * @returns the new access token.
 * @throws ApiError 401 when the login is over.
 */
export function renewLogin(access: string): Promise<string> {
  return request(
    '/api/auth/refresh/',
    (body) => readText(readRecord(readRecord(body).token).access),
    { method: 'POST', body: {}, access },
  );
}
