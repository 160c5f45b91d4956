// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/**
 * Whether a text has what PostgreSQL or a parcel label would choke on: control characters other than
 * tab and line breaks, or half of a surrogate pair.
 */
export function hasControlCharacters(text: string): boolean {
  return CONTROL_CHARACTERS.test(text) || !text.isWellFormed();
}
