import type { Config } from '@netlify/functions';
import { answer } from '#server/answer.ts';
import { readProductsById } from '#server/catalogue/read-catalogue.ts';
import { endpoint } from '#server/endpoint.ts';
import { HttpError } from '#server/http-error.ts';
import { rowNumber } from '#server/row-number.ts';

// Netlify's dev server lower-cases an address before it looks for its function.
export const config: Config = {
  path: ['/api/listing/liveProducts', '/api/listing/liveproducts'],
};

/** As many as a cart may have lines. */
const most = 200;

/** @throws HttpError 400 when the address names no products, too many, or what is no id. */
function idsOf(request: Request): number[] {
  const asked = (new URL(request.url).searchParams.get('ids') ?? '').split(',').filter(Boolean);
  if (asked.length === 0) throw new HttpError(400, { ids: ['Name the products.'] });
  if (asked.length > most) throw new HttpError(400, { ids: ['Too many products.'] });
  return asked.map((text) => {
    const id = rowNumber(text);
    if (id === null) throw new HttpError(400, { ids: ['Not a valid id.'] });
    return id;
  });
}

/**
 * Products by their ids, as they are at this moment: the CDN may keep the listings for a while, but
 * a product that has just joined and a price to be paid must be right.
 */
export default endpoint({
  GET: async (request) => answer(200, await readProductsById(idsOf(request))),
});
