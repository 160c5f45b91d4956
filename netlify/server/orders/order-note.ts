import type { z } from 'zod';
import type { OrderNoteBody } from '#domain/contracts/order-bodies.ts';
import { databaseFor } from '../database.ts';
import { HttpError } from '../http-error.ts';
import type { Shopper } from '../token.ts';
import { shopperDataOf } from './shopper-data.ts';
import { callMessages } from '../messages/calls.ts';

/** The shopper's words about their order, and whether they can still be changed. @throws HttpError 401, 404. */
export async function readOrderNote(shopper: Shopper, order: number) {
  const found = await databaseFor(shopper).rpc('shopper_note', { p_order: order });
  const [words] = shopperDataOf(found);
  if (!words) throw new HttpError(404, callMessages.orderUnknown);
  return words;
}

/** Saves the shopper's words about their order. @throws HttpError 400, 401, 404; 409 once it has left. */
export async function saveOrderNote(
  shopper: Shopper,
  { order, gift_message, note }: z.output<typeof OrderNoteBody>,
): Promise<void> {
  const asked = { p_order: order, p_gift_message: gift_message, p_note: note };
  shopperDataOf(await databaseFor(shopper).rpc('shopper_save_note', asked));
}
