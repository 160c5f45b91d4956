import { textElement } from '../basics/xml.ts';

/**
 * A page in the sitemap.
 * @param address the page's absolute URL.
 * @param lastChange ISO 8601; omitted if none is recorded.
 * @param pictures absolute URLs.
 */
export function sitemapUrl(
  address: string,
  lastChange: string | undefined,
  pictures: readonly string[],
): string {
  return [
    '<url>',
    textElement('loc', address),
    ...(lastChange ? [textElement('lastmod', lastChange)] : []),
    ...pictures.map((picture) => `<image:image>${textElement('image:loc', picture)}</image:image>`),
    '</url>',
  ].join('');
}
