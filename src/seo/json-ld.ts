import { isRecord } from '#domain/basics/record.ts';
import { isText, listOf, shape } from '#domain/basics/shape.ts';

/** A node of a JSON-LD graph, of a https://schema.org type. */
export type JsonLdNode = { '@type': string } & Record<string, unknown>;

function isNode(value: unknown): value is JsonLdNode {
  return isRecord(value) && isText(value['@type']);
}

/** Whether a value is a JSON-LD graph of nodes. */
export const isJsonLd = shape<{ '@graph': JsonLdNode[] }>({ '@graph': listOf(isNode) });

/**
 * Serialises nodes for a `<script type="application/ld+json">`. Escapes `<` as `\u003c`, so that no
 * catalogue text can close the script or open a comment in it.
 */
export function jsonLd(nodes: readonly JsonLdNode[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replaceAll(
    '<',
    '\\u003c',
  );
}
