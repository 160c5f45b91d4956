import { z } from 'zod';
import type { PostgrestSingleResponse } from '@supabase/postgrest-js';
import type { Asked } from '#domain/contracts/staff-call.ts';
import type * as calls from '#domain/contracts/staff-return.ts';
import { buyReturnLabel, NewReturn } from '../carriers/carry-out-label.ts';
import { databaseFor } from '../database.ts';
import { parametersOf } from '../parameters.ts';
import { afterMoneyAction } from './move-money.ts';
import { sendMailsOf } from './send-mails-of.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

const WithCheckout = z.object({ checkout: z.uuid() });

/** The changed return, whose e-mails are sent after the answer. */
function changed<Data>(response: PostgrestSingleResponse<Data>): Data {
  const data = staffDataOf(response);
  sendMailsOf([WithCheckout.parse(data).checkout]);
  return data;
}

/** Announces a return. @throws HttpError 400, 404, 409. */
export async function askReturn(
  staff: StaffCaller,
  { reason, ...asked }: Asked<typeof calls.askReturn>,
) {
  const parameters = { ...parametersOf(asked), p_reason: reason ?? '' };
  const asking = await databaseFor(staff).rpc('staff_ask_return', parameters);
  await buyReturnLabel(NewReturn.parse(staffDataOf(asking)));
  return changed(asking);
}

/** Records goods that came back. @throws HttpError 400, 404, 409. */
export async function receiveReturn(staff: StaffCaller, asked: Asked<typeof calls.receiveReturn>) {
  return changed(await databaseFor(staff).rpc('staff_receive_return', parametersOf(asked)));
}

/** Answers with a closed return, after moving its money while the request waits. */
async function closed<Data>(response: PostgrestSingleResponse<Data>) {
  const data = staffDataOf(response);
  return { ...Object(data), ...Object(await afterMoneyAction(data)) };
}

/** Refuses a return, and refunds what was paid for its exchange. @throws HttpError 400, 403, 404, 409. */
export async function refuseReturn(staff: StaffCaller, asked: Asked<typeof calls.refuseReturn>) {
  return closed(await databaseFor(staff).rpc('staff_refuse_return', parametersOf(asked)));
}

/** Settles a return. @throws HttpError 400, 403, 404, 409. */
export async function settleReturn(
  staff: StaffCaller,
  { shipping_pence, deduction_reason, ...asked }: Asked<typeof calls.settleReturn>,
) {
  const parameters = {
    ...parametersOf(asked),
    ...(shipping_pence !== null && { p_shipping_pence: shipping_pence }),
    ...(deduction_reason !== null && { p_deduction_reason: deduction_reason }),
  };
  return closed(await databaseFor(staff).rpc('staff_settle_return', parameters));
}
