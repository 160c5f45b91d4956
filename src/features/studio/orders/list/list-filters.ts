import { filtersSet, ListFilters } from '#domain/contracts/staff-orders.ts';
import type { FilterName, StaffList, WhyKind } from '#domain/contracts/staff-orders.ts';
import { filtersIn } from '../../kit/place.ts';
import { goodsLooks, moneyLooks } from '../statuses.ts';

/** The filters with one changed; `''` removes it. */
export function withFilter(
  list: StaffList,
  filters: ListFilters,
  name: FilterName,
  value: string,
): ListFilters {
  const query = new URLSearchParams(filtersSet(filters));
  query.set(name, value);
  return filtersIn(list, query);
}

/** Labels of the filters. */
export const filterLabels: Readonly<Record<FilterName, string>> = {
  leaves: 'Dispatch',
  delivery: 'Delivery',
  to: 'Deliver to',
  pieces: 'Pieces',
  note: 'Note',
  goods: 'Goods',
  money: 'Money',
  why: 'Why',
  since: 'Placed from',
  until: 'Placed until',
};

const whyTexts: Readonly<Record<WhyKind, string>> = {
  dispute: 'Disputes',
  review: 'Payments to review',
  refund_failed: 'Failed refunds',
  refund_in_hand: 'To pay back in hand',
  refund_surplus: 'Over-refunded',
  mail_parked: 'E-mails not sent',
  refunded_unsent: 'Refunded, not sent',
  return_asked: 'On their way back',
  return_received: 'Arrived',
  payment_awaited: 'Delayed payments',
  link_open: 'Payment links',
  refund_needs_shopper: 'Bank details',
  withdrawal_declared: 'Withdrawals to undo',
};

const whysOf: Partial<Record<StaffList, readonly WhyKind[]>> = {
  waiting: [
    'return_asked',
    'refund_needs_shopper',
    'payment_awaited',
    'link_open',
    'withdrawal_declared',
  ],
  returns: ['return_received', 'return_asked'],
  decide: [
    'dispute',
    'review',
    'refund_failed',
    'refund_in_hand',
    'refund_surplus',
    'mail_parked',
    'refunded_unsent',
  ],
};

type Choices = readonly (readonly [value: string, text: string])[];

/** Choices of a filter with their texts; null for dates. */
export function choicesOf(list: StaffList, name: FilterName): Choices | null {
  switch (name) {
    case 'leaves':
      return [
        ['today', 'By today'],
        ['later', 'Later'],
      ];
    case 'delivery':
      return [
        ['express', 'Express'],
        ['standard', 'Standard'],
      ];
    case 'to':
      return [
        ['domestic', 'United Kingdom'],
        ['europe', 'Europe'],
        ['world', 'Rest of the world'],
      ];
    case 'pieces':
      return [
        ['one', 'One'],
        ['several', 'Several'],
      ];
    case 'note':
      return [['any', 'With a note']];
    case 'goods':
      return ListFilters.shape.goods.unwrap().options.map((one) => [one, goodsLooks[one][0]]);
    case 'money':
      return ListFilters.shape.money.unwrap().options.map((one) => [one, moneyLooks[one][0]]);
    case 'why':
      return (whysOf[list] ?? []).map((kind) => [kind, whyTexts[kind]]);
    default:
      return null;
  }
}
