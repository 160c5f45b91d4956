/** A page's content, ready to be shown in place. */
export interface PageContent {
  main: HTMLElement;
  title: string;
  /** The parts of the head that belong to this page: description, canonical URL, social preview. */
  head: Element[];
  /** The page's own style sheets; all others are in every page. */
  sheets: CSSStyleSheet[];
  /** Whether the header overlays the top of the page. */
  overHero: boolean;
  /** URLs of its scripts and of all their imports. */
  scripts: string[];
}

const HEAD = 'meta[name="description"],meta[name="robots"],meta[property],link[rel="canonical"]';

/** The parts of the head that change with the page. */
export function pageHead(page: Document): Element[] {
  return [...page.head.querySelectorAll(HEAD)];
}

function sheetOf({ content }: HTMLTemplateElement): CSSStyleSheet {
  // Unlike an inline style sheet, a constructed one needs no hash in the Content-Security-Policy.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(content.textContent);
  return sheet;
}

/** URLs of a document's scripts and of their preloaded imports. */
export function scriptFiles(page: Document): string[] {
  const files = page.querySelectorAll<HTMLElement & { src?: string; href?: string }>(
    'script[src],[rel=modulepreload]',
  );
  return [...files].map(({ src, href }) => src ?? href ?? '');
}

/**
 * Parses a page's part (src/integrations/page-parts.ts).
 * @throws Error if it is from another build than this document, or not a part.
 */
export function parsePart(text: string): PageContent {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const main = page.querySelector('main');
  const { build } = page.documentElement.dataset;
  if (!main || build !== document.documentElement.dataset.build)
    throw new Error('From another build');
  return {
    main,
    title: page.title,
    head: pageHead(page),
    sheets: [...page.querySelectorAll<HTMLTemplateElement>('template[data-page-sheet]')].map(
      sheetOf,
    ),
    overHero: page.documentElement.dataset.header === 'over-hero',
    scripts: scriptFiles(page),
  };
}

/** The page the document was loaded with. */
export function loadedPage(main: HTMLElement): PageContent {
  const overHero = document.querySelector('[data-site-header]')?.hasAttribute('data-over-hero');
  return {
    main,
    title: document.title,
    head: pageHead(document),
    sheets: [],
    overHero: overHero ?? false,
    scripts: [],
  };
}
