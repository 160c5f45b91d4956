/** What Markdown or HTML would take for their own, anywhere in a line. */
const MARKS = /[\\`*_[\]<>&|~#]/g;

/** A text as one line of Markdown that reads as it is, whatever is in it. */
export function markdownLine(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ').replace(MARKS, '\\$&');
  // A list or a heading's underline at the start.
  return line.replace(/^(\d+)([.)])/, '$1\\$2').replace(/^[-+=]/, '\\$&');
}

/** A text of several lines as paragraphs of Markdown. */
export function markdownParagraphs(text: string): string {
  return text
    .split(/\r?\n/)
    .map(markdownLine)
    .filter((line) => line !== '')
    .join('\n\n');
}
