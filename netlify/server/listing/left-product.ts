import { categoryAddress } from '#domain/paths/category-address.ts';
import { escapeHtml } from '../html/escape-html.ts';

/** A product that shoppers could once see, and its category, if anything is on sale there. */
export interface LeftProduct {
  category: { id: number; name: string } | null;
}

function wayOn({ category }: LeftProduct): { path: string; text: string } {
  return category
    ? { path: categoryAddress(category), text: `See ${category.name}` }
    : { path: '/all-products', text: 'See all products' };
}

/**
 * The page in place of a product that is no longer sold.
 * @param shell the built page (src/pages/arrivals/left.astro).
 */
export function leftPage(shell: string, product: LeftProduct): string {
  const { path, text } = wayOn(product);
  return shell.replace(
    /<a href="[^"]*"([^>]* data-left)>[^<]*/,
    (_, attributes: string) => `<a href="${path}"${attributes}>${escapeHtml(text)}`,
  );
}

/** Markdown of the page of a product that has left the shop. */
export function leftMarkdown(product: LeftProduct, site: URL): string {
  const { path, text } = wayOn(product);
  // A name may hold brackets.
  const label = text.replaceAll(/[[\]\\]/g, String.raw`\$&`);
  return `# This piece has left the shop\n\nIt is no longer sold. [${label}](${new URL(path, site)})\n`;
}
