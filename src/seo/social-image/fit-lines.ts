import { cutText } from '#domain/basics/cut-text.ts';

interface TextBox {
  /** Pixels. */
  width: number;
  /** Font sizes to try, largest first. */
  sizes: readonly number[];
  /** Maximum number of lines at any size. */
  lines: number;
  /** Measures a line at a font size, in pixels. */
  measure: (line: string, size: number) => number;
}

export interface FittedLines {
  size: number;
  lines: string[];
}

function wrap(words: readonly string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** As much of a line as fits, with an ellipsis if truncated. */
function shorten(line: string, isWhole: boolean, fits: (line: string) => boolean): string {
  if (isWhole && fits(line)) return line;
  let kept = line;
  while (kept !== '' && !fits(`${kept.trimEnd()}…`)) kept = cutText(kept, kept.length - 1);
  return `${kept.trimEnd()}…`;
}

/** Wraps a text at the largest font size that fits; text that does not fit at any size is truncated. */
export function fitLines(
  text: string,
  { width, sizes, lines: maxLines, measure }: TextBox,
): FittedLines {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const tries = sizes.map((size) => {
    const fits = (line: string) => measure(line, size) <= width;
    return { size, fits, lines: wrap(words, fits) };
  });
  const fitting = tries.find(({ lines, fits }) => lines.length <= maxLines && lines.every(fits));
  const last = tries.at(-1);
  if (fitting) return { size: fitting.size, lines: fitting.lines };
  if (!last) return { size: 0, lines: [] };
  const kept = last.lines.slice(0, maxLines);
  const isWhole = (index: number) => index < maxLines - 1 || last.lines.length <= maxLines;
  return {
    size: last.size,
    lines: kept.map((line, index) => shorten(line, isWhole(index), last.fits)),
  };
}
