import type { WithdrawBody } from '#domain/contracts/order-bodies.ts';
import { isRecord } from '#domain/basics/record.ts';
import { readList, readNumber, readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/** The contract to withdraw from, and the declarant's name. */
export type Declaration = Omit<Extract<WithdrawBody, { do: 'check' }>, 'do'>;

/** The effect of a withdrawal. */
export interface Withdrawable {
  order: number;
  /** ISO 8601 date-time. */
  createdAt: string;
  /** Units not dispatched, and units that would have to be returned. */
  unitsToSend: number;
  unitsToReturn: number;
  canWithdraw: boolean;
  /** The last day, an ISO date; null if the period has no end yet. */
  until: string | null;
}

/** An order whose items can be chosen. */
export interface WithdrawalChoice {
  order: number;
  /** ISO 8601 date-time. */
  createdAt: string;
  /** The receipt's address, and the buyer's name. */
  email: string;
  name: string;
  canWithdraw: boolean;
  /** The last day, an ISO date; null if the period has no end yet. */
  until: string | null;
  /** Units not dispatched (`toCancel`), and units that would have to be returned. */
  items: { variantId: number; name: string; toCancel: number; toReturn: number }[];
}

/** Chosen units of a line. */
export interface Chosen {
  variant_id: number;
  quantity: number;
}

/** The result of a withdrawal. */
export interface Withdrawn {
  order: number;
  /** Whether it covered everything that could be withdrawn from. */
  whole: boolean;
  /** Declaration time: ISO 8601 date-time. */
  at: string;
  /** Whether undispatched units were cancelled. */
  cancelled: boolean;
  /** When they are cancelled, unless the order's owner undoes it: ISO 8601 date-time, or null. */
  cancelsAt: string | null;
  /** Instructions for returning dispatched units: the code, and the last day as an ISO date. */
  back: { code: string; sendBy: string; getsLabel: boolean } | null;
}

/** Whether only a link was mailed, after too many guesses by anyone. */
function isLinkMailed(answer: unknown): boolean {
  return readRecord(answer).link_mailed === true;
}

/**
 * The effect of a withdrawal; `mailed` if only a link was mailed because of too many guesses.
 * @throws ApiError 404 if number and address do not match; 429
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
    back: back && {
      code: readText(back.code),
      sendBy: readText(back.send_by),
      getsLabel: back.label === true,
    },
  };
}

/**
 * Withdraws from a whole order; idempotent by `event`. `mailed` as in `checkWithdrawal`.
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

/** Mails the link for a partial withdrawal. @throws ApiError 404, 429 */
export function mailWithdrawalLink(event: string, declaration: Declaration): Promise<void> {
  const body: WithdrawBody = { do: 'send_link', event, ...declaration };
  return request('/api/withdraw/', () => undefined, { method: 'POST', body });
}

/**
 * The items that can be withdrawn from, for a mailed link's order.
 * @throws ApiError 400 if the link has expired
 */
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

/** Withdraws from the chosen items; idempotent by event. @throws ApiError 400, 409 */
export function confirmWithdrawalOfItems(
  declared: Omit<Extract<WithdrawBody, { do: 'confirm_items' }>, 'do'>,
): Promise<Omit<Withdrawn, 'whole'>> {
  const body: WithdrawBody = { do: 'confirm_items', ...declared };
  return request('/api/withdraw/', readWithdrawn, { method: 'POST', body });
}
