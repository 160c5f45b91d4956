import type { Config } from '@netlify/functions';
import { TaxesAnswer, TaxesBody } from '#domain/wire/staff-taxes.ts';
import { answer } from '#server/answer.ts';
import { database } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';
import { type StaffCaller, staffCaller, staffDataOf } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/taxes' };

async function taxes(staff: StaffCaller): Promise<Response> {
  const read = staffDataOf(await database().rpc('staff_taxes', staff));
  return answer(200, TaxesAnswer.parse(read));
}

/** How prices show tax, and the rates: for managers. */
export default endpoint({
  GET: async (request) => taxes(await staffCaller(request)),
  POST: async (request) => {
    const staff = await staffCaller(request);
    const { change, seen, taxes: now } = await readBody(request, TaxesBody);
    const asked = { ...staff, p_change: change, p_seen: seen, p_now: now };
    staffDataOf(await database().rpc('change_taxes', asked));
    return taxes(staff);
  },
});
