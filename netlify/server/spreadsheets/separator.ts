/** Lines at the top of a file searched for its header: titles may precede it, and cells may have several lines. */
const mostLines = 40;

/** Characters of these lines that are examined. */
const mostCharacters = 50_000;

function firstLines(text: string): string[] {
  const top = text.slice(0, mostCharacters);
  return top.split(/\r\n|\r|\n/, mostLines).filter((line) => line.trim() !== '');
}

function cellsOf(line: string, sign: string): string[] {
  return line.split(sign).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

/**
 * The cell separator of a text file: the one by which its header names the most columns. The first
 * line alone may be a title or a sentence with commas.
 * @param signs the candidates, the likeliest first.
 * @param columnsIn counts the known columns that a row names.
 * @returns without a header, the most frequent sign in the first line with text; `undefined` if it has none.
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
