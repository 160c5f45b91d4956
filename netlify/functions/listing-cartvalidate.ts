import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { answer } from '#server/answer.ts';
import { knownShopper } from '#server/caller.ts';
import { readStock } from '#server/listing/read-listing.ts';
import { endpoint } from '#server/endpoint.ts';
import { rowId } from '#domain/wire/fields.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/listing/cartvalidate' };

const Question = z.object({
  items: z
    .array(z.object({ productId: rowId, selectedColorId: rowId }))
    .max(200, 'Too many items.'),
});

export default endpoint({
  POST: async (request) => {
    const { items } = await readBody(request, Question);
    return answer(200, await readStock(items, await knownShopper(request)));
  },
});
