const graphemes = new Intl.Segmenter('en');

/** The beginning of a text, at most `max` long, cut between characters as people see them: no half an emoji, no accent lost. */
export function cutText(text: string, max: number): string {
  return text.slice(0, graphemes.segment(text).containing(max)?.index);
}
