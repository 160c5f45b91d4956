/** A text's effective date as pages show it: `2024-10-07` is `07/10/24`. */
export function effectiveDay(day: string): string {
  const [year = '', month, date] = day.split('-');
  return `${date}/${month}/${year.slice(2)}`;
}
