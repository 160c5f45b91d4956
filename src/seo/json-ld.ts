/** A thing of https://schema.org, as JSON-LD writes it. */
export type Thing = { '@type': string } & Record<string, unknown>;

/**
 * The text of a `<script type="application/ld+json">` about some things. No text of the catalogue can
 * end the script or open a comment in it: `<` is written as JSON's `\u003c`.
 */
export function jsonLd(things: readonly Thing[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll(
    '<',
    '\\u003c',
  );
}
