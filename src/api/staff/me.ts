import { getMe, type StaffMe } from '#domain/wire/staff-me.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/** The caller, and how many orders wait. @throws ApiError 404 for everyone who does not work here. */
export function fetchStaffMe(customer: Customer, signal?: AbortSignal): Promise<StaffMe> {
  return callStaff(getMe, {}, customer, { signal });
}
