import { z } from 'zod';
import type { StaffReturnBody } from '#domain/wire/staff-return.ts';
import { databaseFor } from '../database.ts';
import { afterMoneyAction } from './move-money.ts';
import { sendMailsOf } from './send-mails-of.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

type Asked = z.output<typeof StaffReturnBody>;

const WithCheckout = z.object({ checkout: z.uuid() });

function call(staff: StaffCaller, asked: Exclude<Asked, { do: 'settle' }>) {
  const { event: p_event } = asked;
  switch (asked.do) {
    case 'ask':
      return databaseFor(staff).rpc('staff_ask_return', {
        p_event,
        p_order: asked.order,
        p_kind: asked.kind,
        p_items: asked.items,
        p_reason: asked.reason ?? '',
      });
    case 'receive':
      return databaseFor(staff).rpc('staff_receive_return', {
        p_event,
        p_return: asked.return,
        p_items: asked.items,
      });
    case 'refuse':
      return databaseFor(staff).rpc('staff_refuse_return', {
        p_event,
        p_return: asked.return,
        p_reason: asked.reason,
      });
  }
}

/**
 * Announces, receives, settles or refuses a return, and sends the e-mails owed about it. Settling moves
 * money while the request waits.
 * @throws HttpError 400, 401, 403, 404, 409.
 */
export async function changeReturn(staff: StaffCaller, asked: Asked) {
  if (asked.do !== 'settle') {
    const changed = staffDataOf(await call(staff, asked));
    sendMailsOf([WithCheckout.parse(changed).checkout]);
    return changed;
  }
  const settled = await databaseFor(staff).rpc('staff_settle_return', {
    p_event: asked.event,
    p_return: asked.return,
    ...(asked.shipping_pence !== null && { p_shipping_pence: asked.shipping_pence }),
    p_deduction_pence: asked.deduction_pence,
  });
  const changed = staffDataOf(settled);
  const { status, refund } = await afterMoneyAction(changed);
  return { ...Object(changed), status, refund };
}
