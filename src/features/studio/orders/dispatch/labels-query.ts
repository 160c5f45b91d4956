import { getLabels } from '#domain/contracts/staff-labels.ts';
import { staffQuery } from '../../kit/staff-query.ts';

/** Polling interval in ms while the carrier is at work. */
const WORKING_MS = 2000;

/** Labels of orders with which nothing has left yet, read again while some are being bought or voided. */
export function labelsQuery(orders: readonly number[]) {
  return {
    ...staffQuery(['labels', ...orders], getLabels, { orders: orders.join(',') }),
    refetchInterval: (query: { state: { data?: { labels: { state: string }[] } | undefined } }) =>
      query.state.data?.labels.some(({ state }) => state.endsWith('wanted')) ? WORKING_MS : false,
  } as const;
}
