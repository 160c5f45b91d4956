import { fromMarkdown } from 'mdast-util-from-markdown';
import { company, withCompanyFacts } from '#brand/company.ts';
import { summaryOf } from '../basics/meta-description.ts';
import { firstText, type OwnPage } from './own-page.ts';

interface Part {
  type: string;
  value?: string;
  alt?: string | null | undefined;
  children?: readonly Part[];
}

/** Text of a node without line breaks, and with a space between its blocks, such as the items of a list. */
function textOf({ type, value = '', alt, children }: Part): string {
  if (type === 'break') return ' ';
  if (!children) return value || (alt ?? '');
  return children.map(textOf).join(isBlock(children) ? ' ' : '');
}

function isBlock(children: readonly Part[]): boolean {
  return children.some(({ type }) => ['paragraph', 'listItem', 'list', 'code'].includes(type));
}

/** How a Markdown text begins, below its headings, as a description for search engines; '' if it has only headings. */
export function firstWords(text: string): string {
  const parts: readonly Part[] = fromMarkdown(withCompanyFacts(text)).children;
  const texts = parts.filter(({ type }) => type !== 'heading').map(textOf);
  return summaryOf(texts.find((one) => one.trim() !== '') ?? '');
}

/** Description of a page that marketers make, where it has none of its own. */
export function pageSummary(page: Pick<OwnPage, 'title' | 'blocks'>): string {
  return firstWords(firstText(page)) || `${page.title} at ${company.brand}.`;
}
