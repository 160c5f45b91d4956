import { readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/**
 * Renews a login.
 * @param access the present access token, even if expired; the browser adds the refresh token's cookie.
 * @returns the new access token.
 * @throws ApiError 401 if the login has ended.
 */
export function renewLogin(access: string): Promise<string> {
  return request(
    '/api/auth/refresh/',
    (body) => readText(readRecord(readRecord(body).token).access),
    { method: 'POST', body: {}, access },
  );
}
