import type { LineId, StockLevel } from '#domain/cart/cart.ts';
import { isInteger, isNumber, nullish, shape } from '#domain/basics/shape.ts';
import type { StockCheckBody } from '#domain/contracts/listing-bodies.ts';
import { readList } from '../http/answer.ts';
import { request } from '../http/request.ts';
import { takeCounts } from './counts.ts';

/** Whether a value is one line of a stock check's response. */
export const isStockLevel = shape<StockLevel>({
  productId: isInteger,
  selectedColorId: isInteger,
  currentStock: isInteger,
  price: nullish(isNumber),
});

/**
 * The stock available to this shopper, line by line as requested. With an access token, stock held by
 * the shopper's own open checkout counts as available. Carries what was counted of the visit since the last check.
 * @throws ApiError
 */
export function checkStock(
  lines: readonly LineId[],
  access?: string | null,
): Promise<StockLevel[]> {
  const items = lines.map(({ productId, selectedColorId }) => ({ productId, selectedColorId }));
  return request('/api/listing/cartvalidate/', (body) => readList(body, isStockLevel), {
    method: 'POST',
    body: { items } satisfies StockCheckBody,
    access,
    counts: takeCounts(),
  });
}
