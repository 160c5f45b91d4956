import { textElement } from './xml.ts';

/**
 * A page in the sitemap.
 * @param address of the page, absolute.
 * @param lastChange ISO 8601; left out where none is recorded.
 * @param pictures absolute addresses.
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
