/** Characters that search engines show of a description before they cut it. */
const SUMMARY_LENGTH = 160;

/** A text on one line of at most `most` characters, cut between words where it must be cut. */
export function summaryOf(text: string, most: number = SUMMARY_LENGTH): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= most) return line;
  const room = line.slice(0, most - 1);
  const atWord = line[most - 1] === ' ' ? room : room.replace(/\s+\S*$/, '');
  // A half of a surrogate pair is no character.
  return `${(atWord || room).replace(/[\s.,;:–-]+$|[\uD800-\uDBFF]$/g, '')}…`;
}
