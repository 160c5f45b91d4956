/**
 * Invisible characters; the first group lists those that belong in a text: joiners inside a word, as in
 * Persian, or inside an emoji, and the letters of a flag.
 */
const INVISIBLE =
  /((?<=[\p{L}\p{M}])[\u200C\u200D](?=\p{L})|(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})|(?<=\u{1F3F4})[\u{E0030}-\u{E007F}]+)|(?!\n)[\p{Cc}\p{Cs}\u034F\u3164\uFFA0\uFFF9-\uFFFB]|(?=\p{Default_Ignorable_Code_Point})\p{Cf}/gu;

const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Removes invisible characters: control characters, bidirectional marks, zero-width spaces, soft
 * hyphens, lone surrogates. Contacts apps and web pages put them around names, numbers and addresses;
 * they make texts look alike, and label printers choke on them. Every line break becomes `\n`, a tab a
 * space.
 * @see https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
export function visibleText(text: string): string {
  return text.replaceAll(LINE_BREAK, '\n').replaceAll('\t', ' ').replaceAll(INVISIBLE, '$1');
}

/**
 * A text for a single-line field. Breaks that a browser's field keeps but does not show become spaces.
 */
export function visibleLine(text: string): string {
  return visibleText(text.replaceAll(/[\v\f\u0085\u2028\u2029]/g, ' '));
}
