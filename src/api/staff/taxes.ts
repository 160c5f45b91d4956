import {
  changeTaxes,
  getTaxes,
  type TaxesAnswer,
  type TaxesBody,
} from '#domain/wire/staff-taxes.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/** How prices show tax, the rates, and who changed them. @throws ApiError 403 */
export function fetchTaxSettings(customer: Customer, signal?: AbortSignal): Promise<TaxesAnswer> {
  return callStaff(getTaxes, {}, customer, { signal });
}

/** Changes them. @throws ApiError 403; 409 `taxes_changed` after somebody else's change */
export function changeTaxSettings(body: TaxesBody, customer: Customer): Promise<TaxesAnswer> {
  return callStaff(changeTaxes, body, customer);
}
