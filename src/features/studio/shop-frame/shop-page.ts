import { queryOptions } from '@tanstack/react-query';
import { fetchPage } from '#api/staff/shop-page.ts';

/** Said where a page of the shop cannot be shown. */
export const CANNOT_SHOW =
  'The page cannot be shown here. While the shop is locked, enter it by the launch page first.';

/** The HTML of a page of the shop as it is online, asked for once. */
export function shopPageQuery(path: string) {
  return queryOptions({
    queryKey: ['page', path],
    queryFn: ({ signal }) => fetchPage(path, signal),
    staleTime: Infinity,
    refetchInterval: false,
  });
}
