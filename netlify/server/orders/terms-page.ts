import { type DutyRules, withDuties } from '#domain/countries/duties.ts';
import { orderDate } from '#domain/orders/order.ts';
import { effectiveDay } from '#domain/site-content/effective-day.ts';
import { markdownHtml } from '#domain/site-content/markdown-html.ts';
import type { PageText, TermsTexts } from '#domain/site-content/content.ts';
import { elementWith, parsePage, serialize, setContent, setText } from '../html/element-tree.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { shopperMessages } from '../messages/shopper-calls.ts';

/** In reading order. */
const parts = ['terms', 'returns', 'privacy'] as const;

/** Markdown under a heading. */
function partHtml(text: string, duties: DutyRules): string {
  return withDuties(markdownHtml(text), duties).replaceAll(
    /<(\/?)h([23])>/g,
    (_, end: string, level: string) => `<${end}h${Number(level) + 1}>`,
  );
}

function textHtml({ title, effective, text }: PageText, duties: DutyRules): string {
  const day = effective === null ? '' : `<p>Effective ${effectiveDay(effective)}</p>`;
  return `<h2>${escapeHtml(title)}</h2>${day}${partHtml(text, duties)}`;
}

/** The terms that an order was made under, and since when they applied (ISO 8601). */
export interface OrderTerms {
  texts: TermsTexts;
  published_at: string;
}

/** Help for a reader with a wrong link. */
const wayOn =
  '<p>The confirmation of your order has the right link, and so has the order in <a href="/account">your account</a>. What applies today is in our <a href="/termsandconditions">terms and conditions</a>.</p>';

/**
 * The page with the terms that an order was made under, or with a note that this address has none.
 * @param shell the built page without them (src/pages/arrivals/terms.astro).
 */
export function termsPage(shell: string, terms: OrderTerms | null): string {
  const page = parsePage(shell);
  setText(
    elementWith(page, 'data-terms-since'),
    terms === null
      ? shopperMessages.termsUnknown
      : shopperMessages.termsSince(orderDate(terms.published_at)),
  );
  setContent(
    elementWith(page, 'data-terms'),
    terms === null
      ? wayOn
      : parts.map((part) => textHtml(terms.texts[part], terms.texts.duties)).join(''),
  );
  return serialize(page);
}
