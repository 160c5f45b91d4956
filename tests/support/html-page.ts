import { readFileSync } from 'node:fs';
import type { DefaultTreeAdapterTypes } from 'parse5';
import {
  attributeOf,
  type Element,
  elementsIn,
  parsePage,
  serialize,
} from '#server/html/element-tree.ts';

type Node = DefaultTreeAdapterTypes.Node;

function textOf(element: Element): string {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}

/** Removes matching elements everywhere below a node. */
function prune(node: Node, unwanted: (element: Element) => boolean): void {
  if (!('childNodes' in node)) return;
  node.childNodes = node.childNodes.filter((child) => !('tagName' in child && unwanted(child)));
  for (const child of node.childNodes) prune(child, unwanted);
}

/** A page parsed as a browser parses it. */
export function htmlPage(file: string) {
  const html = readFileSync(file, 'utf8');
  const elements = elementsIn(parsePage(html));
  const named = (tag: string) => elements.filter(({ tagName }) => tagName === tag);
  const metas = named('meta');
  return {
    title: named('title').slice(0, 1).map(textOf).join(''),
    /** Contents of the meta elements with a name or property. */
    meta: (name: string): string[] =>
      metas
        .filter((meta) => [attributeOf(meta, 'name'), attributeOf(meta, 'property')].includes(name))
        .map((meta) => attributeOf(meta, 'content') ?? ''),
    links: (rel: string): string[] =>
      named('link')
        .filter((link) => attributeOf(link, 'rel') === rel)
        .map((link) => attributeOf(link, 'href') ?? ''),
    /** Targets of the page's links and forms. */
    targets: (): string[] =>
      elements.flatMap(
        (element) =>
          attributeOf(element, { a: 'href', form: 'action' }[element.tagName] ?? '') ?? [],
      ),
    /** Values of an attribute of all elements with a tag name, in order. */
    values: (tag: string, name: string): string[] =>
      named(tag).flatMap((element) => attributeOf(element, name) ?? []),
    /** The markup in `main`, without elements that match `unwanted`. */
    main: (unwanted: (tag: string) => boolean): string => {
      const document = parsePage(html);
      prune(document, ({ tagName }) => unwanted(tagName));
      return elementsIn(document)
        .filter(({ tagName }) => tagName === 'main')
        .map((main) => serialize(main))
        .join('');
    },
    /** The elements of the head, in order. */
    head: (): Element[] =>
      named('head').flatMap((head) =>
        head.childNodes.flatMap((child) => ('tagName' in child ? [child] : [])),
      ),
    /** Sources of the inline scripts that a browser would run. */
    scripts: (): string[] =>
      named('script')
        .filter((script) => attributeOf(script, 'type') !== 'application/ld+json')
        .map(textOf),
    /** The JSON-LD blocks, parsed. */
    jsonLd: (): unknown[] =>
      named('script')
        .filter((script) => attributeOf(script, 'type') === 'application/ld+json')
        .map((script) => JSON.parse(textOf(script))),
    headings: (): string[] => named('h1').map(textOf),
    /** Own text of the elements with a tag name, without child elements. */
    texts: (tag: string): string[] => named(tag).map(textOf),
  };
}
