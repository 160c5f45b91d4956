import { isTrackingNumber } from '#domain/orders/carrier.ts';
import type { Dispatched } from '#domain/contracts/staff-dispatch.ts';

const stops = {
  disputed: 'Do not send: the payment is disputed.',
  refunded: 'Do not send: the order has been refunded.',
  first_disputed: 'Do not send: the payment of the order that it replaces is disputed.',
  first_refunded: 'Do not send: the order that it replaces has been refunded.',
  withdrawn: 'Do not send: the shopper has withdrawn from the order.',
  waits: 'Do not send yet: it waits for a return or a payment.',
  other_stopped: 'Not sent: another order in its parcel must not leave.',
  apart: 'Not sent: they no longer leave in one parcel. Reload the page and try again.',
  cancelled: 'Do not send: some or all of it has been cancelled. Check the order.',
} as const;

/** Why a parcel was not dispatched, for the person packing it. */
function outcomeText({ outcome, stopped_by }: Dispatched): string {
  if (outcome === 'taken_back')
    return 'This dispatch was taken back. Reload the page and try again.';
  if (outcome === 'nothing_to_send') return 'Everything has already been sent.';
  if (outcome === 'too_many') return 'Fewer pieces are left to send.';
  if (outcome === 'unknown') return 'There is no such order.';
  return stops[stopped_by ?? 'cancelled'];
}

/** Why a parcel stays here: of the order that keeps it, named unless it is the first; `''` if it does not. */
export function refusedText(
  first: number,
  orders: readonly { order: number }[],
  refused: readonly Dispatched[],
): string {
  const own = refused.filter((one) => orders.some(({ order }) => order === one.order));
  const cause = own.find(({ stopped_by }) => stopped_by !== 'other_stopped') ?? own[0];
  if (!cause) return '';
  return `${cause.order === first ? '' : `Order ${cause.order}: `}${outcomeText(cause)}`;
}

/** Validation error of a typed tracking number; `''` if valid. */
export function numberProblem(number: string, all: readonly string[]): string {
  if (number === '') return '';
  if (!isTrackingNumber(number)) return 'A tracking number has up to 40 letters and digits.';
  const isRepeated = all.filter((other) => other === number).length > 1;
  return isRepeated ? 'This number is entered twice.' : '';
}

/** Dispatched parcels to check again; `''` if none. */
export function sentWarning(sent: readonly Dispatched[]): string {
  return [
    ...sent.flatMap(({ order, left_as }) =>
      left_as
        ? [`Order ${order} was already sent by ${left_as}: correct the parcel on the order page.`]
        : [],
    ),
    ...sent.flatMap(({ order, also_on = [] }) =>
      also_on.length > 0
        ? [
            `The number of order ${order} is also on ${also_on.map((one) => `order ${one}`).join(', ')}.`,
          ]
        : [],
    ),
  ].join(' ');
}
