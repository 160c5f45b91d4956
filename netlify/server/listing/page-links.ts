import { pageNumbers } from '#domain/basics/page-numbers.ts';
import { xmlText } from '#domain/basics/xml.ts';

/**
 * The links to a listing's pages, in the markup of src/features/listing/Pagination.astro.
 * @param addressOf the URL of a page.
 * @returns HTML of list items.
 */
export function pageLinks(
  current: number,
  pages: number,
  addressOf: (page: number) => string,
): string {
  const link = (page: number, text: string, attributes: string) =>
    `<li><a href="${xmlText(addressOf(page))}" class="page-link" data-page="${page}"${attributes}>${text}</a></li>`;
  const numbers = pageNumbers(current, pages).map((page) =>
    page === null
      ? '<li><span class="page-gap">…</span></li>'
      : link(
          page,
          String(page),
          ` aria-label="Page ${page}"${page === current ? ' aria-current="page"' : ''}`,
        ),
  );
  const previous = current > 1 ? [link(current - 1, 'Previous', ' rel="prev"')] : [];
  const next = current < pages ? [link(current + 1, 'Next', ' rel="next"')] : [];
  return [...previous, ...numbers, ...next].join('');
}
