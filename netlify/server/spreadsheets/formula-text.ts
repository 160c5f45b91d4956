/**
 * Beginnings that a spreadsheet program takes for a formula when it opens a text file, after any apostrophes.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const LIKE_FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/**
 * A text for a CSV file that people open: prefixed with an apostrophe if it would be run as a formula. `plainText`
 * removes it. Files for machines stay exact.
 */
export function protectedText(text: string): string {
  return LIKE_FORMULA.test(text) ? `'${text}` : text;
}

/** A text for a workbook, whose texts are never run: only one that `plainText` would cut gets an apostrophe. */
export function workbookText(text: string): string {
  return text.startsWith("'") ? protectedText(text) : text;
}

/** The intended text of a cell in a file that people have edited. */
export function plainText(cell: string): string {
  return cell.startsWith("'") && LIKE_FORMULA.test(cell) ? cell.slice(1) : cell;
}
