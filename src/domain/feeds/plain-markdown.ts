/** Characters that have a meaning in Markdown or HTML anywhere in a line. */
const MARKS = /[\\`*_[\]<>&|~#]/g;

/** Escapes a text as one line of Markdown that displays it literally. */
export function markdownLine(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ').replace(MARKS, '\\$&');
  // Characters that start a list or underline a heading.
  return line.replace(/^(\d+)([.)])/, '$1\\$2').replace(/^[-+=]/, '\\$&');
}
