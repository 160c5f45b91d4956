/** A count with its noun: "1 piece", "12 pieces". */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
