/** Includes unsupported formats, for which the server explains how to convert them. */
const ending = /\.(?:xlsx?|xlsm|xlsb|ods|numbers|csv|tsv|json)$/i;

/** Whether a file name is a spreadsheet's. */
export function isSheet(name: string): boolean {
  return ending.test(name);
}
