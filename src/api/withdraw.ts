import type { WithdrawBody } from '#domain/wire/order-bodies.ts';
import { readNumber, readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/** Which contract somebody wants to withdraw from, and who they are. */
export type Declaration = Omit<Extract<WithdrawBody, { do: 'check' }>, 'do'>;

/** What a withdrawal would do. */
export interface Withdrawable {
  order: number;
  /** ISO 8601 date-time. */
  createdAt: string;
  /** Units that have not left, and units that would have to come back. */
  unitsToSend: number;
  unitsToReturn: number;
  canWithdraw: boolean;
  /** The last day, an ISO date; null where the period has no end yet. */
  until: string | null;
}

/** What a withdrawal has done. */
export interface Withdrawn {
  order: number;
  /** When it was declared: ISO 8601 date-time. */
  at: string;
  /** Whether something that had not left was cancelled. */
  cancelled: boolean;
  /** How to send back what had left: the code, and the last day as an ISO date. */
  back: { code: string; sendBy: string } | null;
}

/** @throws ApiError 404 when number and address do not belong together; 429 */
export function checkWithdrawal(declaration: Declaration): Promise<Withdrawable> {
  const body: WithdrawBody = { do: 'check', ...declaration };
  return request(
    '/api/withdraw/',
    (answer) => {
      const found = readRecord(answer);
      return {
        order: readNumber(found.order),
        createdAt: readText(found.created_at),
        unitsToSend: readNumber(found.units_to_send),
        unitsToReturn: readNumber(found.units_to_return),
        canWithdraw: found.can_withdraw === true,
        until: found.withdraw_until === null ? null : readText(found.withdraw_until),
      };
    },
    { method: 'POST', body },
  );
}

/** Withdraws; the same event again changes nothing. @throws ApiError 404, 409, 429 */
export function confirmWithdrawal(event: string, declaration: Declaration): Promise<Withdrawn> {
  const body: WithdrawBody = { do: 'confirm', event, ...declaration };
  return request(
    '/api/withdraw/',
    (answer) => {
      const done = readRecord(answer);
      const back = done.return === null ? null : readRecord(done.return);
      return {
        order: readNumber(done.order),
        at: readText(done.at),
        cancelled: done.cancelled === true,
        back: back && { code: readText(back.code), sendBy: readText(back.send_by) },
      };
    },
    { method: 'POST', body },
  );
}
