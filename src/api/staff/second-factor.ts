import { NewFactor, type SecondFactorBody } from '#domain/wire/staff-second-factor.ts';
import type { LoginAnswer } from '../auth.ts';
import type { Customer } from '../checkout.ts';
import { readRecord, readText } from '../http/answer.ts';
import { request } from '../http/request.ts';

const path = '/api/staff/second-factor';

/**
 * Makes the key for an authenticator app of whoever is logged in.
 * @throws ApiError 403 `login_too_old`; 409 `second_factor_exists`, `second_factor_off`.
 */
export function beginSecondFactor({ access }: Customer): Promise<NewFactor> {
  const body: SecondFactorBody = { do: 'begin' };
  return request(path, (answer) => NewFactor.parse(answer), { method: 'POST', body, access });
}

/**
 * Gives a code: the first one of an app, the one that this login lacks, or the last one of an app.
 * @returns the same login with new tokens.
 * @throws ApiError 400 with the field `code`; 403 `login_too_old`; 409 `code_used`, `second_factor_exists`,
 *   `second_factor_gone`; 429 after too many wrong codes.
 */
export function giveSecondFactor(
  body: Exclude<SecondFactorBody, { do: 'begin' }>,
  { access }: Customer,
): Promise<LoginAnswer> {
  return request(
    path,
    (answer) => {
      const { id, token } = readRecord(answer);
      return { id: readText(id), access: readText(readRecord(token).access) };
    },
    { method: 'POST', body, access },
  );
}
