/** Parses a numeric primary key from an address; null when it is not one. */
export function rowNumber(text: string): number | null {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return number > 0 ? number : null;
}
