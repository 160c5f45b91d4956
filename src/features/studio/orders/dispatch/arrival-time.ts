/**
 * Time of an arrival on a day, as the API takes it; null for now.
 * @param day an ISO date, not after `today`.
 */
export function arrivalTime(day: string, today: string): string | null {
  // The hour of a past day does not matter; late in the day is after dispatch.
  return day === today ? null : `${day}T20:00:00Z`;
}
