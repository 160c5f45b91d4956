/**
 * What was pasted into the field of one tracking number: a column, or the part of one that a spreadsheet or a
 * carrier's site copies, fills the fields below as well.
 * @returns a number for each line; of several columns the last that is not empty. Null for a text of one line,
 *   which the field takes as it is.
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
