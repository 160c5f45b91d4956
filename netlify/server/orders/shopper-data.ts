import type { PostgrestSingleResponse } from '@supabase/postgrest-js';
import { DatabaseRefusal, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { refusalText } from '../messages/refusal-text.ts';

/**
 * Unwraps the database response to a shopper's action on an order.
 * @throws HttpError with `{ detail, reason }` when our SQL refused, 401 when the session has ended;
 *   Error for any other failure.
 */
export function shopperDataOf<Data>(response: PostgrestSingleResponse<Data>): Data {
  try {
    return dataOf(response);
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    const { status, reason } = error;
    throw new HttpError(status, { detail: refusalText(error, 'shopper'), reason });
  }
}
