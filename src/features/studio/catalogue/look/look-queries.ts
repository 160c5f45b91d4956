import { queryOptions } from '@tanstack/react-query';

/** The shop's own components, fetched when something is first shown by them. */
export const shopPartsQuery = queryOptions({
  queryKey: ['shop-parts'],
  queryFn: () => import('./shop-parts.tsx'),
  staleTime: Infinity,
  refetchInterval: false,
});
