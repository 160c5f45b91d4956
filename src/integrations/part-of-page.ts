import {
  defaultTreeAdapter,
  type DefaultTreeAdapterTypes,
  parse,
  serialize,
  serializeOuter,
} from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** Elements that a document runs or applies itself, or shows only without scripts. */
const INLINE = new Set(['script', 'style', 'noscript']);

/** A node's elements, itself included, in source order. */
function elementsIn(node: Node): Element[] {
  const own = 'tagName' in node ? [node] : [];
  if ('content' in node) return [...own, ...node.content.childNodes.flatMap(elementsIn)];
  return 'childNodes' in node ? [...own, ...node.childNodes.flatMap(elementsIn)] : own;
}

function attribute({ attrs }: Element, wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}

/** Whether an element is in the head and belongs to the page, not to the document. */
function isOfPage(element: Element): boolean {
  const { tagName, parentNode } = element;
  if (parentNode?.nodeName !== 'head') return false;
  if (tagName === 'link') return attribute(element, 'rel') === 'canonical';
  if (tagName !== 'meta') return tagName === 'title';
  const name = attribute(element, 'name') ?? '';
  return ['description', 'robots'].includes(name) || attribute(element, 'property') !== undefined;
}

/** A script file, or one that it imports: all are loaded at once. */
function isScriptFile(element: Element): boolean {
  const { tagName, parentNode } = element;
  // Not those in templates, which are fetched later.
  if (tagName === 'link')
    return attribute(element, 'rel') === 'modulepreload' && parentNode?.nodeName === 'body';
  return (
    tagName === 'script' && attribute(element, 'type') === 'module' && !!attribute(element, 'src')
  );
}

/**
 * The part of a page that is needed to show it in place of another: `main`, and the elements of the head
 * that belong to the page. Parsed as HTML, because a product's name may look like a tag.
 * @param html the page.
 * @param build identifies the scripts and styles that the part fits; null in development.
 * @throws Error for a page without `main`.
 */
export function partOf(html: string, build: string | null): string {
  const elements = elementsIn(parse(html));
  const main = elements.find(({ tagName }) => tagName === 'main');
  if (!main) throw new Error('The page has no main element');
  const source = (wanted: (element: Element) => boolean) =>
    elements.flatMap((element) => (wanted(element) ? serializeOuter(element) : [])).join('');
  const page = source(isOfPage);
  const scripts = source(isScriptFile);
  // Not as a style element, which another page's policy would not allow.
  const sheet = elements.find((element) => attribute(element, 'data-page-sheet') !== undefined);
  const rules = sheet ? `<template data-page-sheet>${serialize(sheet)}</template>` : '';
  const overHero = elements.some((element) => attribute(element, 'data-over-hero') !== undefined);
  for (const element of elementsIn(main))
    if (INLINE.has(element.tagName)) defaultTreeAdapter.detachNode(element);

  const named = build === null ? '' : ` data-build="${build}"`;
  const header = overHero ? ' data-header="over-hero"' : '';
  return `<!doctype html><html${named}${header}><head><meta charset="utf-8">${page}${rules}${scripts}</head><body>${serializeOuter(main)}</body></html>`;
}
