import { StaffReturnAnswer, type StaffReturnBody } from '#domain/wire/staff-return.ts';
import type { Customer } from '../checkout.ts';
import { request } from '../http/request.ts';

/**
 * Announces, receives, settles or refuses a return. The same body again, after a lost answer or a double
 * press, does nothing twice.
 * @throws ApiError 400, 403 to settle (login_too_old, role_too_low), 404, 409
 */
export function changeReturn(
  body: StaffReturnBody,
  { access }: Customer,
): Promise<StaffReturnAnswer> {
  return request('/api/staff/return', (answer) => StaffReturnAnswer.parse(answer), {
    method: 'POST',
    body,
    access,
  });
}
