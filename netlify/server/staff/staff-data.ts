import type { PostgrestSingleResponse } from '@supabase/postgrest-js';
import { DatabaseRefusal, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { requireShopper } from '../caller.ts';
import type { Shopper } from '../token.ts';
import { refusalText } from '../messages/refusal-text.ts';
import { requestMessages } from '../messages/requests.ts';

/** The caller of a function for staff: an account like a shopper's. */
export type StaffCaller = Shopper;

/**
 * The caller, by a valid token. The SQL function called next checks whether they are staff and what they may
 * do (`require_staff`), in the same round trip.
 * @throws HttpError 401 without a valid token.
 */
export function staffCaller(request: Request): Promise<StaffCaller> {
  return requireShopper(request);
}

/**
 * Unwraps the database response to a staff call.
 * @throws HttpError with our SQL's refusal: `{ detail, reason }`, the reason being machine-readable,
 *   and `facts` if there are any. 404 if the caller is not staff, 403 `role_too_low`,
 *   `login_too_old` or `second_factor_missing`, 401 when the session has ended; Error for any other failure.
 */
export function staffDataOf<Data>(response: PostgrestSingleResponse<Data>): Data {
  try {
    return dataOf(response);
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    const { status, reason, facts } = error;
    // Answered as if the studio did not exist.
    if (reason === 'not_staff') throw new HttpError(404, requestMessages.notFound);
    const body = { detail: refusalText(error, 'staff'), reason };
    throw new HttpError(status, facts === undefined ? body : { ...body, facts });
  }
}
