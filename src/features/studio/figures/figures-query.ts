import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FigurePeriod } from '#domain/enums.ts';
import { getFigures } from '#domain/contracts/staff-figures.ts';
import { getVisits } from '#domain/contracts/staff-visits.ts';
import { asStaff } from '../kit/as-staff.ts';

/** Figures of the day, week or month that contains a day; of the current one without a day. */
export function figuresQuery(period: FigurePeriod, day: string | undefined) {
  return queryOptions({
    queryKey: ['figures', period, day],
    queryFn: ({ signal }) => asStaff(getFigures, { period, day }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Counts of visits, likewise. */
export function visitsQuery(period: FigurePeriod, day: string | undefined) {
  return queryOptions({
    queryKey: ['visits', period, day],
    queryFn: ({ signal }) => asStaff(getVisits, { period, day }, { signal }),
    placeholderData: keepPreviousData,
  });
}
