/** Sizes of paper for packing slips, with their names. Their `@page` rules are in studio.css. */
export const papers = {
  a4: 'A4, or any other sheet',
  label: 'Label, 4 × 6 in',
} as const;
export type Paper = keyof typeof papers;

export function isPaper(text: string | null): text is Paper {
  return text !== null && Object.hasOwn(papers, text);
}
