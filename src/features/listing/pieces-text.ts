/** A count of cards, as shown in listing and search. */
export function piecesText(count: number): string {
  return count === 1 ? '1 piece' : `${count} pieces`;
}
