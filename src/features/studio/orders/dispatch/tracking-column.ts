/**
 * A column pasted from a spreadsheet or a carrier's site into the first of several fields.
 * @returns a number for each line, from its last column that is not empty; null for a single line, which the field
 *   takes as it is.
 */
export function pastedColumn(text: string): string[] | null {
  const lines = text.replace(/[\r\n]+$/, '').split(/\r\n|\r|\n/);
  if (lines.length < 2) return null;
  return lines.map(
    (line) =>
      line
        .split('\t')
        .findLast((cell) => cell.trim() !== '')
        ?.trim() ?? '',
  );
}
