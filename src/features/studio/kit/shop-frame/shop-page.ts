import { queryOptions } from '@tanstack/react-query';
import { fetchPage } from '#api/shop-page.ts';

/** Shown when a page of the shop cannot be loaded. */
export const CANNOT_SHOW =
  'The page cannot be shown here. If the shop is locked, enter it through the launch page first.';

/** HTML of a live page of the shop, fetched once. */
export function shopPageQuery(path: string) {
  return queryOptions({
    queryKey: ['page', path],
    queryFn: ({ signal }) => fetchPage(path, signal),
    staleTime: Infinity,
    refetchInterval: false,
  });
}
