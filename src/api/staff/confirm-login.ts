import type { ConfirmLoginBody } from '#domain/wire/staff-me.ts';
import type { LoginAnswer } from '../auth.ts';
import type { Customer } from '../checkout.ts';
import { readRecord, readText } from '../http/answer.ts';
import { request } from '../http/request.ts';

/**
 * Begins a new login of whoever is logged in, for what needs one younger than 30 minutes.
 * @throws ApiError 400 with the field `password` or `code`; 403 `second_factor_missing` when the code is needed.
 */
export function confirmLogin(body: ConfirmLoginBody, { access }: Customer): Promise<LoginAnswer> {
  return request(
    '/api/staff/confirm-login',
    (answer) => {
      const { id, token } = readRecord(answer);
      return { id: readText(id), access: readText(readRecord(token).access) };
    },
    { method: 'POST', body, access },
  );
}
