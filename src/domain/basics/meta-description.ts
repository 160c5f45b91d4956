import { cutText } from './cut-text.ts';

/** Characters of a description that search engines show before truncating it. */
const SUMMARY_LENGTH = 160;

/** Collapses a text to one line of at most `max` characters, truncated between words if possible. */
export function summaryOf(text: string, max: number = SUMMARY_LENGTH): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= max) return line;
  const cut = cutText(line, max - 1);
  const atWord = line[max - 1] === ' ' ? cut : cut.replace(/\s+\S*$/, '');
  return `${(atWord || cut).replace(/[\s.,;:–-]+$/, '')}…`;
}
