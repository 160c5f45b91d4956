import {
  changeReturn as call,
  type StaffReturnAnswer,
  type StaffReturnBody,
} from '#domain/wire/staff-return.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/**
 * Announces, receives, settles or refuses a return.
 * @throws ApiError 400, 403 to settle (login_too_old, role_too_low), 404, 409
 */
export function changeReturn(
  body: StaffReturnBody,
  customer: Customer,
): Promise<StaffReturnAnswer> {
  return callStaff(call, body, customer);
}
