/** Zero-width joiners belong to words in scripts such as Persian and Malayalam, between two letters. */
const JOINER_IN_WORD = /(?<=[\p{L}\p{M}])[\u200C\u200D](?=\p{L})/gu;

/** Control and formatting characters: bidirectional overrides, zero-width ones, soft hyphens. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;

/** Whether a text has a line break, of any kind that Unicode knows. */
export function hasLineBreak(text: string): boolean {
  return LINE_BREAK.test(text);
}

/**
 * Whether a text has characters that nobody sees and that make it look like another text, or that a
 * label printer would choke on. Line breaks count; joiners inside a word do not.
 * @see https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
export function hasInvisibleCharacters(text: string): boolean {
  return INVISIBLE.test(text.replaceAll(JOINER_IN_WORD, '')) || !text.isWellFormed();
}
