import type { PostgrestSingleResponse } from '@supabase/postgrest-js';
import { DatabaseRefusal, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';

/** What our SQL says, in words for shoppers; where there are none, its own. */
const words: Readonly<Record<string, string>> = {
  order_unknown: 'There is no such order.',
  withdrawal_declared:
    'We have a withdrawal from this order already. The e-mail about it says when it is cancelled.',
  link_needed:
    'A withdrawal from this order was undone. To withdraw from it, please use the link in our e-mails about it.',
  not_withdrawn: 'There is no withdrawal that could be undone any more.',
  return_unknown: 'There is no such return.',
  nothing_to_cancel: 'This order is cancelled already.',
  nothing_to_return: 'There is nothing of this order that could still be sent back.',
  too_many_units: 'That is more than can be sent back. Please load the page again.',
  window_over:
    'The time to send it back is over. If something is wrong with it, please write to us.',
  return_received: 'Your parcel has arrived with us, so this return cannot be called off any more.',
  return_settled: 'This return is finished.',
  return_refused: 'This return is finished.',
  return_called_off: 'This return was called off already.',
  photo_unknown: 'This photo is not there any more.',
  too_many_photos: 'A return has at most five photos.',
  disputed: 'Your bank is claiming this payment back, so we have to wait for its decision.',
};

/**
 * Unwraps the data of a database response to what a shopper did with an order.
 * @throws HttpError with `{ detail, reason }` when our SQL refused, 401 when the session has ended;
 *   Error for any other failure.
 */
export function shopperDataOf<Data>(response: PostgrestSingleResponse<Data>): Data {
  try {
    return dataOf(response);
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    const { status, message, reason } = error;
    throw new HttpError(status, { detail: words[reason] ?? `${message}.`, reason });
  }
}
