import { confirmLogin as confirm, type ConfirmLoginBody } from '#domain/wire/staff-me.ts';
import type { LoginAnswer } from '../auth.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/**
 * Begins a new login of the caller, for calls that need one younger than 30 minutes.
 * @throws ApiError 400 with the field `password` or `code`; 403 `second_factor_missing` when the code is needed.
 */
export async function confirmLogin(
  body: ConfirmLoginBody,
  customer: Customer,
): Promise<LoginAnswer> {
  const { id, token } = await callStaff(confirm, body, customer);
  return { id, access: token.access };
}
