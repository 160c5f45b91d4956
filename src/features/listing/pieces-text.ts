/** As a count of the listing's cards is said everywhere. */
export function piecesText(count: number): string {
  return count === 1 ? '1 piece' : `${count} pieces`;
}
