import type { StockAlertBody } from '#domain/contracts/listing-bodies.ts';
import { request } from './http/request.ts';

/**
 * Requests one e-mail when a sold-out colour is back in stock.
 * @throws ApiError 400 with the field `email` if rejected; 404 if the colour is no longer sold; 409 if
 * it is in stock; 429.
 */
export function askStockAlert(body: StockAlertBody, access?: string | null): Promise<void> {
  return request('/api/listing/stock-alert/', () => undefined, { method: 'POST', body, access });
}
