/** The number of a row in the database, from a text in an address; null where it can be none. */
export function rowNumber(text: string): number | null {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return number > 0 ? number : null;
}
