import { isProduct } from '#domain/catalogue/product-shape.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { readList } from '../http/answer.ts';
import { request } from '../http/request.ts';

/**
 * The current state of a product with the details only its own page shows; undefined if it is not in the
 * shop.
 * @throws ApiError
 */
export async function fetchDescribedProduct(id: number): Promise<Product | undefined> {
  const address = `/api/listing/liveProducts/?ids=${id}&attributes=1`;
  const [product] = await request(address, (body) => readList(body, isProduct));
  return product;
}
