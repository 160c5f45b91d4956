import { DatabaseRefusal } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { refusalText } from '../messages/refusal-text.ts';

/** Does something for a shopper. @throws HttpError with `{ detail, reason }` in place of a refusal by our SQL. */
export async function refusing<Done>(act: () => Promise<Done>): Promise<Done> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    const { status, reason } = error;
    throw new HttpError(status, { detail: refusalText(error, 'shopper'), reason });
  }
}
