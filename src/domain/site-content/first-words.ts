import { fromMarkdown } from 'mdast-util-from-markdown';
import { company, withCompanyFacts } from '#company';
import { summaryOf } from '../feeds/meta-description.ts';
import { firstText, type OwnPage } from './own-page.ts';

interface Part {
  type: string;
  value?: string;
  children?: readonly Part[];
}

function textOf({ value = '', children }: Part): string {
  return children ? children.map(textOf).join('') : value;
}

/** How a Markdown text begins, below its headings, as a description for search engines; '' without a paragraph. */
export function firstWords(text: string): string {
  const parts: readonly Part[] = fromMarkdown(withCompanyFacts(text)).children;
  const paragraph = parts.find(({ type }) => type === 'paragraph');
  return paragraph ? summaryOf(textOf(paragraph)) : '';
}

/** Description of a page that marketers make, where it has none of its own. */
export function pageSummary(page: Pick<OwnPage, 'title' | 'blocks'>): string {
  return firstWords(firstText(page)) || `${page.title} at ${company.brand}.`;
}
