import type { Config } from '@netlify/functions';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readQuery } from '#server/read-query.ts';
import { staffCaller } from '#server/staff/staff-data.ts';
import { PrintQuery, readOrdersForPrint } from '#server/staff/staff-orders.ts';

export const config: Config = { path: '/api/staff/orders-for-print' };

export default endpoint({
  GET: async (request) => {
    const caller = await staffCaller(request);
    return answer(200, await readOrdersForPrint(caller, readQuery(request, PrintQuery)));
  },
});
