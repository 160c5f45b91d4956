import { type DefaultTreeAdapterTypes, parse } from 'parse5';

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

/** Source range of an element with its content. */
function placeOf({ tagName, sourceCodeLocation }: Element) {
  const { startOffset = 0, endOffset = 0, startTag, endTag } = sourceCodeLocation ?? {};
  if (!sourceCodeLocation) throw new Error(`The page has no <${tagName}> of its own`);
  return {
    start: startOffset,
    end: endOffset,
    contentStart: startTag?.endOffset ?? endOffset,
    contentEnd: endTag?.startOffset ?? endOffset,
  };
}

/** Whether an element of the head belongs to the page, not to the document. */
function isOfPage(element: Element): boolean {
  const { tagName } = element;
  if (tagName === 'link') return attribute(element, 'rel') === 'canonical';
  if (tagName !== 'meta') return tagName === 'title';
  const name = attribute(element, 'name') ?? '';
  return ['description', 'robots'].includes(name) || attribute(element, 'property') !== undefined;
}

/** Files of islands that do not hydrate immediately (preload-modules.ts). */
function isLater(element: Element): boolean {
  const has = (name: string) => attribute(element, name) !== undefined;
  return element.tagName === 'template' && (has('data-later') || has('data-painted'));
}

/** A script file, or one that it imports: all are loaded at once. */
function isScriptFile(element: Element): boolean {
  const { tagName, parentNode } = element;
  if (tagName === 'link')
    return attribute(element, 'rel') === 'modulepreload' && parentNode?.nodeName === 'head';
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
  const elements = elementsIn(parse(html, { sourceCodeLocationInfo: true }));
  const main = elements.find(({ tagName }) => tagName === 'main');
  if (!main) throw new Error('The page has no main element');
  const inMain = new Set(elementsIn(main));
  const others = elements.filter((element) => !inMain.has(element));
  const source = (wanted: Element[]) =>
    wanted.map((element) => html.slice(placeOf(element).start, placeOf(element).end)).join('');

  const page = others.filter((one) => one.parentNode?.nodeName === 'head' && isOfPage(one));
  // Not as a style element, which another page's policy would not allow.
  const sheet = elements.find((element) => attribute(element, 'data-page-sheet') !== undefined);
  const rules = sheet && html.slice(placeOf(sheet).contentStart, placeOf(sheet).contentEnd);
  const template = rules === undefined ? '' : `<template data-page-sheet>${rules}</template>`;
  const scripts = source(elements.filter(isScriptFile));
  const overHero = others.some((element) => attribute(element, 'data-over-hero') !== undefined);
  const header = overHero ? ' data-header="over-hero"' : '';

  const { start, contentEnd } = placeOf(main);
  let content = '';
  let from = start;
  for (const inline of [...inMain].filter(({ tagName }) => INLINE.has(tagName))) {
    const place = placeOf(inline);
    content += html.slice(from, place.start);
    from = place.end;
  }
  content += html.slice(from, contentEnd) + source(others.filter(isLater));

  const named = build === null ? '' : ` data-build="${build}"`;
  return `<!doctype html><html${named}${header}><head><meta charset="utf-8">${source(page)}${template}${scripts}</head><body>${content}</main></body></html>`;
}
