import type { FigurePeriod } from '#domain/enums.ts';
import { getFigures } from '#domain/contracts/staff-figures.ts';
import { getVisits } from '#domain/contracts/staff-visits.ts';
import { keepsPrevious, staffQuery } from '../kit/staff-query.ts';

/** Figures of the day, week or month that contains a day; of the current one without a day. */
export function figuresQuery(period: FigurePeriod, day: string | undefined) {
  return staffQuery(['figures', period, day], getFigures, { period, day }, keepsPrevious);
}

/** Counts of visits, likewise. */
export function visitsQuery(period: FigurePeriod, day: string | undefined) {
  return staffQuery(['visits', period, day], getVisits, { period, day }, keepsPrevious);
}
