import { queryOptions } from '@tanstack/react-query';

/** The shop's components, loaded on first use. */
export const shopPartsQuery = queryOptions({
  queryKey: ['shop-parts'],
  queryFn: () => import('./shop-parts.tsx'),
  staleTime: Infinity,
  refetchInterval: false,
});
