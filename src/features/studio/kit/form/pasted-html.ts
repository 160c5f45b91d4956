/** Elements and styles that Markdown has a mark for. */
const FORMATTED =
  /<(?:b|strong|i|em|a|li|h[1-6]|table)\b|(?<!-)font-weight:\s*(?:bold|[6-9]00)|mso-list:/i;

/** Source of a page, copied as text. */
const SOURCE = /<(?:p|div|span|br|b|strong|i|em|a|ul|ol|li|h[1-6]|table)(?:\s[^<>]*)?\/?>/i;

/** The HTML that becomes Markdown when it is pasted; null for a text without formatting. */
export function pastedHtml(clipboard: Pick<DataTransfer, 'getData'>): string | null {
  const text = clipboard.getData('text/plain');
  if (SOURCE.test(text)) return text;
  const html = clipboard.getData('text/html');
  return FORMATTED.test(html) ? html : null;
}
