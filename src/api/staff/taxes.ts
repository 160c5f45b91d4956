import { TaxesAnswer, type TaxesBody } from '#domain/wire/staff-taxes.ts';
import type { Customer } from '../checkout.ts';
import { request } from '../http/request.ts';

const address = '/api/staff/taxes';

/** How prices show tax, the rates, and who changed them. @throws ApiError 403 */
export function fetchTaxSettings({ access }: Customer, signal?: AbortSignal): Promise<TaxesAnswer> {
  return request(address, (body) => TaxesAnswer.parse(body), { access, signal });
}

/**
 * Changes them. The same body again, after a lost answer or a double press, changes nothing twice.
 * @throws ApiError 403; 409 `taxes_changed` when somebody else has changed them
 */
export function changeTaxSettings(body: TaxesBody, { access }: Customer): Promise<TaxesAnswer> {
  return request(address, (answer) => TaxesAnswer.parse(answer), { method: 'POST', access, body });
}
