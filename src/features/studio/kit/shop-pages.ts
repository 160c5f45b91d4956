import { fromMarkdown } from 'mdast-util-from-markdown';
import { isShopRoute } from '#domain/site-content/own-page.ts';
import { plainPath } from '#domain/site-content/redirect.ts';
import type { StaffContent } from '#domain/contracts/staff-content.ts';

/** Hint of a field for a link. */
export const linkHint = 'A path in the shop such as /all-products, or an https:// address.';

type Known = Pick<StaffContent, 'pages' | 'categories' | 'redirects'>;

/** Whether the shop has a page at a path, in lower case, as far as is known here: not of products. */
export function isKnownPage({
  pages,
  categories,
}: Omit<Known, 'redirects'>): (path: string) => boolean {
  const slugs = new Set(Object.values(pages).map(({ slug }) => slug));
  const listings = new Set(categories.map(({ id }) => String(id)));
  return (path) => {
    const [, first = '', second, ...rest] = path.split('/');
    if (first === 'productlisting') return rest.length === 0 && listings.has(second ?? '');
    if (first === 'product-details' || rest.length > 0) return false;
    if (second !== undefined)
      return (second === 'index.html' || second === 'part.html') && slugs.has(first);
    return first === '' || isShopRoute(first) || slugs.has(first);
  };
}

interface Part {
  type: string;
  url?: string;
  children?: readonly Part[];
}

function linksIn({ type, url, children = [] }: Part): string[] {
  const own = (type === 'link' || type === 'definition') && url !== undefined ? [url] : [];
  return [...own, ...children.flatMap(linksIn)];
}

/** A warning of links that lead to no page of the shop; undefined without any. Products are not checked. */
export function linkWarning(links: readonly string[], known: Known): string | undefined {
  const isPage = isKnownPage(known);
  const redirected = new Set(Object.keys(known.redirects).map(plainPath));
  const isBroken = (path: string) => {
    const [, first = '', second = ''] = path.split('/');
    if (redirected.has(path)) return false;
    if (first === 'product-details') return !/^\d+$/.test(second);
    return !isPage(path) && (first === 'productlisting' || !isShopRoute(first));
  };
  const broken = links.filter(
    (url) => /^\/(?!\/)/.test(url) && isBroken(plainPath(url).replace(/(.)\/+$/, '$1')),
  );
  return broken.length === 0
    ? undefined
    : `The shop has no page at ${[...new Set(broken)].join(', ')}.`;
}

/** The warning of `linkWarning` for the links in a Markdown text. */
export function brokenLinks(text: string, known: Known): string | undefined {
  return linkWarning(linksIn(fromMarkdown(text)), known);
}
