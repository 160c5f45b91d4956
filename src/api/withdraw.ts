import type { WithdrawBody } from '#domain/wire/order-bodies.ts';
import { isRecord } from '#domain/record.ts';
import { readList, readNumber, readRecord, readText } from './http/answer.ts';
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

/** An order whose items can be chosen. */
export interface WithdrawalChoice {
  order: number;
  /** ISO 8601 date-time. */
  createdAt: string;
  /** Where the receipt goes, and who bought. */
  email: string;
  name: string;
  canWithdraw: boolean;
  /** The last day, an ISO date; null where the period has no end yet. */
  until: string | null;
  /** Each with its units that have not left, and those that would have to come back. */
  items: { variantId: number; name: string; toCancel: number; toReturn: number }[];
}

/** Units of a line, as they are chosen. */
export interface Chosen {
  variant_id: number;
  quantity: number;
}

/** What a withdrawal has done. */
export interface Withdrawn {
  order: number;
  /** Whether it was from all that could be withdrawn from. */
  whole: boolean;
  /** When it was declared: ISO 8601 date-time. */
  at: string;
  /** Whether something that had not left was cancelled. */
  cancelled: boolean;
  /** When that is cancelled, unless the order's owner undoes it: ISO 8601 date-time, or null. */
  cancelsAt: string | null;
  /** How to send back what had left: the code, and the last day as an ISO date. */
  back: { code: string; sendBy: string } | null;
}

/** Whether, after too many guesses by whomever, only a link was mailed. */
function isLinkMailed(answer: unknown): boolean {
  return readRecord(answer).link_mailed === true;
}

/**
 * What a withdrawal would do; `mailed` when only a link was mailed, because too many have guessed.
 * @throws ApiError 404 when number and address do not belong together; 429
 */
export function checkWithdrawal(declaration: Declaration): Promise<Withdrawable | 'mailed'> {
  const body: WithdrawBody = { do: 'check', ...declaration };
  return request(
    '/api/withdraw/',
    (answer) => {
      if (isLinkMailed(answer)) return 'mailed';
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

function readWithdrawn(answer: unknown): Omit<Withdrawn, 'whole'> {
  const done = readRecord(answer);
  const back = done.return === null ? null : readRecord(done.return);
  return {
    order: readNumber(done.order),
    at: readText(done.at),
    cancelled: done.cancelled === true,
    cancelsAt: done.cancels_at === null ? null : readText(done.cancels_at),
    back: back && { code: readText(back.code), sendBy: readText(back.send_by) },
  };
}

/**
 * Withdraws from all of an order; the same event again changes nothing. `mailed` as by `checkWithdrawal`.
 * @throws ApiError 404, 409, 429
 */
export function confirmWithdrawal(
  event: string,
  declaration: Declaration,
): Promise<Withdrawn | 'mailed'> {
  const body: WithdrawBody = { do: 'confirm', event, ...declaration };
  return request(
    '/api/withdraw/',
    (answer) => (isLinkMailed(answer) ? 'mailed' : { ...readWithdrawn(answer), whole: true }),
    { method: 'POST', body },
  );
}

/** Mails the link for withdrawing from a part of an order. @throws ApiError 404, 429 */
export function mailWithdrawalLink(event: string, declaration: Declaration): Promise<void> {
  const body: WithdrawBody = { do: 'send_link', event, ...declaration };
  return request('/api/withdraw/', () => undefined, { method: 'POST', body });
}

/** What can be withdrawn from of the order of a mailed link. @throws ApiError 400 when the link has expired */
export function followWithdrawalLink(token: string): Promise<WithdrawalChoice> {
  const body: WithdrawBody = { do: 'show', token };
  return request(
    '/api/withdraw/',
    (answer) => {
      const found = readRecord(answer);
      return {
        order: readNumber(found.order),
        createdAt: readText(found.created_at),
        email: readText(found.email),
        name: readText(found.name),
        canWithdraw: found.can_withdraw === true,
        until: found.withdraw_until === null ? null : readText(found.withdraw_until),
        items: readList(found.items, isRecord).map((item) => ({
          variantId: readNumber(item.variant_id),
          name: `${readText(item.product_name)}, ${readText(item.color_name)}`,
          toCancel: readNumber(item.to_cancel),
          toReturn: readNumber(item.to_return),
        })),
      };
    },
    { method: 'POST', body },
  );
}

/** Withdraws from what was chosen; the same event again changes nothing. @throws ApiError 400, 409 */
export function confirmWithdrawalOfItems(
  declared: Omit<Extract<WithdrawBody, { do: 'confirm_items' }>, 'do'>,
): Promise<Omit<Withdrawn, 'whole'>> {
  const body: WithdrawBody = { do: 'confirm_items', ...declared };
  return request('/api/withdraw/', readWithdrawn, { method: 'POST', body });
}
