// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/**
 * Whether a text contains what PostgreSQL or a label printer would choke on: control characters other
 * than tab and line breaks, or a lone surrogate.
 */
export function hasControlCharacters(text: string): boolean {
  return CONTROL_CHARACTERS.test(text) || !text.isWellFormed();
}
