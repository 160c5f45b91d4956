import type { StockAlertBody } from '#domain/wire/listing-bodies.ts';
import { request } from './http/request.ts';

/**
 * Asks for one e-mail when a sold-out colour is back in stock.
 * @throws ApiError 400 with the field `email` when refused; 404 when the colour is not sold any more;
 *   409 when it is in stock; 429.
 */
export function askStockAlert(body: StockAlertBody, access?: string | null): Promise<void> {
  return request('/api/listing/stock-alert/', () => undefined, { method: 'POST', body, access });
}
