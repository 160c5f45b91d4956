import { micromark } from 'micromark';
import { withCompanyFacts } from '#company';
import { orderDate } from '#domain/order.ts';
import { effectiveDay } from '#domain/site-content/effective-day.ts';
import type { PageText, TermsTexts } from '#domain/site-content/content.ts';
import { elementWith, parsePage, serialize, setContent, setText } from '../html/element-tree.ts';
import { escapeHtml } from '../mail/escape-html.ts';

/** In the order in which they are read. */
const parts = ['terms', 'returns', 'privacy'] as const;

/** Markdown under a heading. micromark escapes HTML and leaves out addresses like `javascript:`. */
function markdownHtml(text: string): string {
  return withCompanyFacts(micromark(text)).replaceAll(
    /<(\/?)h([23])>/g,
    (_, end: string, level: string) => `<${end}h${Number(level) + 1}>`,
  );
}

function textHtml({ title, effective, text }: PageText): string {
  const day = effective === null ? '' : `<p>Effective ${effectiveDay(effective)}</p>`;
  return `<h2>${escapeHtml(title)}</h2>${day}${markdownHtml(text)}`;
}

/**
 * The page that shows the terms an order was made under.
 * @param shell the page without them, as the build wrote it (src/pages/arrivals/terms.astro).
 * @param since ISO 8601.
 */
export function termsPage(shell: string, texts: TermsTexts, since: string): string {
  const page = parsePage(shell);
  setText(
    elementWith(page, 'data-terms-since'),
    `These texts were in force from ${orderDate(since)} on. What has changed since does not apply to orders made under them.`,
  );
  setContent(elementWith(page, 'data-terms'), parts.map((part) => textHtml(texts[part])).join(''));
  return serialize(page);
}
