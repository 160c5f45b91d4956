import { LIKE_FORMULA } from '#domain/basics/like-formula.ts';

/** Numbers, telephone numbers and e-mail addresses: no spreadsheet program finds a function in them. */
const HARMLESS = /^[+-](?:[\d .,()/-]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)$/;

/**
 * A text for a CSV file that people open: prefixed with an apostrophe if it would be run as a formula. `plainText`
 * removes it.
 */
export function protectedText(text: string): string {
  return LIKE_FORMULA.test(text) ? `'${text}` : text;
}

/** A text for a CSV file that programs import, and people may open: numbers and addresses stay exact. */
export function importedText(text: string): string {
  return HARMLESS.test(text) ? text : protectedText(text);
}

/** A text for a workbook, whose texts are never run: only one that `plainText` would cut gets an apostrophe. */
export function workbookText(text: string): string {
  return text.startsWith("'") ? protectedText(text) : text;
}

/** The intended text of a cell in a file that people have edited. */
export function plainText(cell: string): string {
  return cell.startsWith("'") && LIKE_FORMULA.test(cell) ? cell.slice(1) : cell;
}
