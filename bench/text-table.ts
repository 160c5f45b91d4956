/** Aligns rows of text in columns; the first row is the header. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((text, column) => text.padEnd(widths?.[column] ?? 0)).join('  '))
    .join('\n');
}
