import { pageNumbers } from '#domain/basics/page-numbers.ts';

interface PageLink {
  page: number;
  text: string;
  /** Accessible name of a bare number. */
  name?: string;
  rel?: 'prev' | 'next';
}

function itemWith(content: Node): HTMLLIElement {
  const item = document.createElement('li');
  item.append(content);
  return item;
}

function gap(): HTMLElement {
  const dots = document.createElement('span');
  dots.className = 'page-gap';
  dots.textContent = '…';
  return dots;
}

/** Renders the links to a listing's pages; `addressOf` returns a page's URL. */
export function drawPagination(
  nav: HTMLElement,
  current: number,
  pages: number,
  addressOf: (page: number) => string,
): void {
  const link = ({ page, text, name, rel }: PageLink): HTMLElement => {
    const anchor = document.createElement('a');
    anchor.className = 'page-link';
    anchor.href = addressOf(page);
    anchor.dataset.page = String(page);
    anchor.textContent = text;
    if (name) anchor.ariaLabel = name;
    if (rel) anchor.rel = rel;
    else if (page === current) anchor.ariaCurrent = 'page';
    return anchor;
  };
  const numbers = pageNumbers(current, pages).map((page) =>
    page === null ? gap() : link({ page, text: String(page), name: `Page ${page}` }),
  );
  const previous = current > 1 ? [link({ page: current - 1, text: 'Previous', rel: 'prev' })] : [];
  const next = current < pages ? [link({ page: current + 1, text: 'Next', rel: 'next' })] : [];
  nav.hidden = pages < 2;
  nav.querySelector('ul')?.replaceChildren(...[...previous, ...numbers, ...next].map(itemWith));
}
