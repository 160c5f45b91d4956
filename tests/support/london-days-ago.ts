import type postgres from 'postgres';

/**
 * SQL for this time of day so many of London's days ago. Twenty-four hours each would be another day close to
 * midnight, when the clocks have changed in between.
 * @param days null for null.
 */
export function londonDaysAgo(sql: postgres.Sql, days: number | null): postgres.Fragment {
  return sql`timezone('Europe/London', timezone('Europe/London', now()) - make_interval(days => ${days}::int))`;
}
