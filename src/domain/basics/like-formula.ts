/**
 * Beginnings that a spreadsheet program takes for a formula when it opens a text file, after any apostrophes.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export const LIKE_FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/** Telephone numbers that begin with a country's code, perhaps with extensions. */
const DIALLED = /^\+\s*\d(?:[\d\s()+./;,:=#-]|ext\.?|x|or)*$/i;

/** Shown at a field whose text begins like a formula. */
export const NO_FORMULA = 'Do not begin with =, +, - or @.';

/** Whether a line of a text begins like a formula, telephone numbers aside. */
export function isLikeFormula(text: string): boolean {
  return text
    .split('\n')
    .some((line) => LIKE_FORMULA.test(line.trim()) && !DIALLED.test(line.trim()));
}
