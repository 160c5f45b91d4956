import { company } from '#brand/company.ts';
import { escapeHtml } from '../html/escape-html.ts';

/**
 * The page of a collection added since the build. Its name is filled in, because its products, which the page's script
 * fetches, have the names of their categories.
 * @param shell the built page (src/pages/arrivals/category.astro).
 */
export function collectionPage(shell: string, name: string): string {
  const text = escapeHtml(name);
  return shell
    .replace(/<title>[^<]*/, () => `<title>${text} – ${company.brand}`)
    .replace(/(<h1[^>]* data-listing-title[^>]*>)[^<]*/, (_, tag: string) => `${tag}${text}`)
    .replace(/ data-listing-root/, ' data-listing-root data-collection');
}
