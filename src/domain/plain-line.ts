/**
 * Characters that show nothing, and in the first group those that do belong into a text: joiners inside a word, as in
 * Persian, and inside an emoji, and the letters of a flag.
 */
const INVISIBLE =
  /((?<=[\p{L}\p{M}])[\u200C\u200D](?=\p{L})|(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})|(?<=\u{1F3F4})[\u{E0030}-\u{E007F}]+)|(?!\n)[\p{Cc}\p{Cs}\u034F\u3164\uFFA0\uFFF9-\uFFFB]|(?=\p{Default_Ignorable_Code_Point})\p{Cf}/gu;

const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Drops what nobody sees: control characters, bidirectional marks, zero-width spaces, soft hyphens, half surrogate pairs.
 * Contacts apps and web pages put them around names, numbers and addresses, they make a text look like another one, and
 * label printers choke on them. Every kind of line break becomes `\n`, a tab a space.
 * @see https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
export function visibleText(text: string): string {
  return text.replaceAll(LINE_BREAK, '\n').replaceAll('\t', ' ').replaceAll(INVISIBLE, '$1');
}

/** A text for a field of one line. Breaks that a browser's field keeps and shows as nothing become spaces. */
export function visibleLine(text: string): string {
  return visibleText(text.replaceAll(/[\v\f\u0085\u2028\u2029]/g, ' '));
}
