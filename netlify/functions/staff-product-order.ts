import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { answer } from '#server/answer.ts';
import { database } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { readQuery } from '#server/read-query.ts';
import { staffCaller, staffDataOf } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/product-order' };

const Query = z.object({ category: z.string().max(100).optional() });

/** A category's products and the order that marketers gave them. */
export default endpoint({
  GET: async (request) => {
    const caller = await staffCaller(request);
    const { category } = readQuery(request, Query);
    const asked = { ...caller, ...(category !== undefined && { p_category: category }) };
    return answer(200, staffDataOf(await database().rpc('staff_product_order', asked)));
  },
});
