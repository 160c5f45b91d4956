import { markdownFault } from '#domain/site-content/markdown.ts';
import { markdownOfHtml } from '#domain/site-content/markdown-of-html.ts';
import { decodeEntities } from './decode-entities.ts';

/**
 * The Markdown of another platform's description. A text without any tag stays as it was typed.
 * @param keepsBreaks whether line breaks between tags count, as in WordPress.
 */
export function htmlDescription(html: string, keepsBreaks: boolean): string {
  if (/<[a-z/!]/i.test(html)) return markdownOfHtml(html, { keepsBreaks });
  const typed = decodeEntities(html).replaceAll(/\r\n?/g, '\n').trim();
  return markdownFault(typed) === null ? typed : markdownOfHtml(html, { keepsBreaks: true });
}
