/** A node of a JSON-LD graph, of a type of https://schema.org. */
export type JsonLdNode = { '@type': string } & Record<string, unknown>;

/**
 * The text of a `<script type="application/ld+json">` about some nodes. No text of the catalogue can
 * end the script or open a comment in it: `<` is written as JSON's `\u003c`.
 */
export function jsonLd(nodes: readonly JsonLdNode[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replaceAll(
    '<',
    '\\u003c',
  );
}
