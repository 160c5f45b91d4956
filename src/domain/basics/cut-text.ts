const graphemes = new Intl.Segmenter('en');

/**
 * The beginning of a text, at most `max` long, cut between graphemes: never within an emoji or before an
 * accent.
 */
export function cutText(text: string, max: number): string {
  return text.slice(0, graphemes.segment(text).containing(max)?.index);
}
