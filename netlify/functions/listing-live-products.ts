import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { answer } from '#server/answer.ts';
import { readProductsById } from '#server/catalogue/read-catalogue.ts';
import { endpoint } from '#server/endpoint.ts';
import { rowId } from '#server/fields.ts';
import { HttpError } from '#server/http-error.ts';

// Netlify's dev server lower-cases an address before it looks for its function.
export const config: Config = {
  path: ['/api/listing/liveProducts', '/api/listing/liveproducts'],
};

/** As many as a cart may have lines. */
const Ids = z
  .array(z.coerce.number().pipe(rowId))
  .min(1, 'Name the products.')
  .max(200, 'Too many products.');

/**
 * Products by their ids, as they are at this moment: the CDN may keep the listings for a while, but
 * a product that has just joined and a price to be paid must be right.
 */
export default endpoint({
  GET: async (request) => {
    const asked = new URL(request.url).searchParams.get('ids') ?? '';
    const ids = Ids.safeParse(asked.split(',').filter(Boolean));
    if (!ids.success) {
      throw new HttpError(400, { ids: ids.error.issues.map(({ message }) => message) });
    }
    return answer(200, await readProductsById(ids.data));
  },
});
