import {
  changeSecondFactor as change,
  type NewFactor,
  type SecondFactorBody,
} from '#domain/wire/staff-second-factor.ts';
import type { LoginAnswer } from '../auth.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/**
 * Makes the key for an authenticator app of the caller.
 * @throws ApiError 403 `login_too_old`; 409 `second_factor_exists`, `second_factor_off`.
 */
export function beginSecondFactor(customer: Customer): Promise<NewFactor> {
  return callStaff(change, { do: 'begin' }, customer);
}

/**
 * Gives a code: the first one of an app, the one that this login lacks, or the last one of an app.
 * @returns the same login with new tokens.
 * @throws ApiError 400 with the field `code`; 403 `login_too_old`; 409 `code_used`, `second_factor_exists`,
 *   `second_factor_gone`; 429 after too many wrong codes.
 */
export async function giveSecondFactor(
  body: Exclude<SecondFactorBody, { do: 'begin' }>,
  customer: Customer,
): Promise<LoginAnswer> {
  const { id, token } = await callStaff(change, body, customer);
  return { id, access: token.access };
}
