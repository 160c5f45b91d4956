import { keepPreviousData, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import type { StaffCall } from '#domain/contracts/staff-call.ts';
import { asStaff } from './as-staff.ts';

/** The last answer stays until that to another search or page arrives, and the search keeps its focus. */
export const keepsPrevious = { placeholderData: keepPreviousData } as const;

/** Options of a query that makes a call of the studio. */
export function staffQuery<Input extends z.ZodType, Answer extends z.ZodType>(
  queryKey: readonly unknown[],
  call: StaffCall<Input, Answer>,
  asked: z.input<Input>,
  options: Omit<UseQueryOptions<z.output<Answer>>, 'queryKey' | 'queryFn'> = {},
) {
  return queryOptions({
    ...options,
    queryKey,
    queryFn: ({ signal }) => asStaff(call, asked, { signal }),
  });
}
