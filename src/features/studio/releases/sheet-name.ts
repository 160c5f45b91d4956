/** Includes unsupported formats, for which the server explains how to convert them. */
export const sheetEndings = ['xlsx', 'xls', 'xlsm', 'xlsb', 'ods', 'numbers', 'csv', 'tsv', 'json'];

const ending = new RegExp(`\\.(?:${sheetEndings.join('|')})$`, 'i');

/** Whether a file name is a spreadsheet's. */
export function isSheet(name: string): boolean {
  return ending.test(name);
}
