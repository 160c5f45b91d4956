const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters not allowed in XML 1.0, escaped or not: https://www.w3.org/TR/xml/#charsets */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Escapes a text for an XML element or attribute. */
export function xmlText(text: string): string {
  return text
    .replace(FORBIDDEN, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** An element with text content. */
export function textElement(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}

/** A response with an XML document: the declaration, then `lines`. */
export function xmlAnswer(lines: readonly string[]): Response {
  const body = ['<?xml version="1.0" encoding="UTF-8"?>', ...lines, ''].join('\n');
  return new Response(body, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
