/** A typed whole number; NaN, which no schema accepts, if it is something else. */
export function wholeIn(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
}
