import { isShopRoute } from '#domain/site-content/own-page.ts';
import type { StaffContent } from '#domain/contracts/staff-content.ts';

/** Whether the shop has a page at a path, in lower case, as far as is known here: not of products. */
export function isKnownPage({
  pages,
  categories,
}: Pick<StaffContent, 'pages' | 'categories'>): (path: string) => boolean {
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
