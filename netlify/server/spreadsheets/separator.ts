/** Lines at the top of a file in which its header is looked for: titles may stand above, and cells may have several lines. */
const mostLines = 40;

/** Characters of these lines that are looked at. */
const mostCharacters = 50_000;

function firstLines(text: string): string[] {
  const top = text.slice(0, mostCharacters);
  return top.split(/\r\n|\r|\n/, mostLines).filter((line) => line.trim() !== '');
}

function cellsOf(line: string, sign: string): string[] {
  return line.split(sign).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

/**
 * The sign that separates the cells of a text file: the one by which its header names the most columns. The first
 * line alone may be a title or a sentence with commas.
 * @param signs those to choose from, the likeliest first.
 * @param columnsIn how many known columns a row names.
 * @returns without a header, the sign that is most frequent in the first line with text; `undefined` where that has none.
 */
export function separatorOf(
  text: string,
  signs: readonly string[],
  columnsIn: (cells: string[]) => number,
): string | undefined {
  const lines = firstLines(text);
  const found = signs.map((sign) => ({
    sign,
    columns: Math.max(0, ...lines.map((line) => columnsIn(cellsOf(line, sign)))),
    count: (lines[0] ?? '').split(sign).length - 1,
  }));
  const [best] = found.toSorted((a, b) => b.columns - a.columns || b.count - a.count);
  return best && best.columns + best.count > 0 ? best.sign : undefined;
}
