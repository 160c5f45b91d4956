import { micromark } from 'micromark';
import { withCompanyFacts } from '#brand/company.ts';

/** HTML of a Markdown text of the shop. micromark escapes raw HTML and drops unsafe addresses. */
export function markdownHtml(text: string): string {
  return withCompanyFacts(micromark(text));
}

/** HTML of a description, in which each line break counts. */
export function descriptionHtml(text: string): string {
  return markdownHtml(text.replaceAll(/(?<=[^\s\\])\n(?=\S)/g, '  \n'));
}
