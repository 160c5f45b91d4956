import type postgres from 'postgres';

/**
 * SQL for this time of day a number of London calendar days ago. Multiples of 24 hours would give another day
 * close to midnight if the clocks have changed in between.
 * @param days null for null.
 */
export function londonDaysAgo(sql: postgres.Sql, days: number | null): postgres.Fragment {
  return sql`timezone('Europe/London', timezone('Europe/London', now()) - make_interval(days => ${days}::int))`;
}
