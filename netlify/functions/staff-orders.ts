import type { Config } from '@netlify/functions';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readQuery } from '#server/read-query.ts';
import { staffCaller } from '#server/staff/staff-data.ts';
import { ListQuery, readStaffOrders } from '#server/staff/staff-orders.ts';

export const config: Config = { path: '/api/staff/orders' };

export default endpoint({
  GET: async (request) => {
    const caller = await staffCaller(request);
    return answer(200, await readStaffOrders(caller, readQuery(request, ListQuery)));
  },
});
