import { StaffMe } from '#domain/wire/staff-me.ts';
import type { Customer } from '../checkout.ts';
import { request } from '../http/request.ts';

/** Who is logged in, and how much there is to do. @throws ApiError 404 for whoever does not work here. */
export function fetchStaffMe({ access }: Customer, signal?: AbortSignal): Promise<StaffMe> {
  return request('/api/staff/me', (body) => StaffMe.parse(body), { access, signal });
}
