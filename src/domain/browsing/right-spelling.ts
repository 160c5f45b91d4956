/** Segments with capitals in the shop's paths; all others are in lower case. */
export const capitalSegments = ['Faqs', 'Faqs.md', 'productListing'] as const;

/** A pattern of Netlify's. */
type Pattern = `/${string}`;

/**
 * Patterns of paths that may be in other letters than the shop's: with a capital, or in lower case where the shop has one.
 * No address as the shop writes it is among them. Files have names with a full stop, but for texts as Markdown.
 * @see https://docs.netlify.com/build/edge-functions/declarations/
 */
export const otherSpellings = {
  path: [
    '/([^.]*[A-Z][^.]*)',
    '/([^.]*[A-Z][^.]*\\.[mM][dD])',
    '/([^.]*\\.(?:M[dD]|mD))',
    ...capitalSegments.map((segment): Pattern => `/${segment.toLowerCase()}{/*}?`),
  ],
  excludedPath: [
    ...capitalSegments.map((segment): Pattern => `/${segment}{/*}?`),
    '/pages/productListing/*',
    // netlify.toml redirects the words after an id.
    '/product-details/*',
    '/api/*',
  ],
} satisfies Record<string, Pattern[]>;

/** A path in the letters in which the shop has it, without a slash at its end. */
export function rightSpelling(pathname: string): string {
  return (
    pathname
      // Browsers take two slashes in front for the address of another site.
      .replaceAll(/\/{2,}/g, '/')
      .replace(/(.)\/$/, '$1')
      .split('/')
      .map((segment) => {
        const plain = segment.replaceAll(/%[0-9A-Fa-f]{2}|[A-Z]+/g, (part) =>
          part.startsWith('%') ? part : part.toLowerCase(),
        );
        return capitalSegments.find((one) => one.toLowerCase() === plain) ?? plain;
      })
      .join('/')
  );
}
