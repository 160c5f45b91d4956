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

/** Takes out what `unwanted` names, everywhere below a node. */
function prune(node: Node, unwanted: (element: Element) => boolean): void {
  if (!('childNodes' in node)) return;
  node.childNodes = node.childNodes.filter((child) => !('tagName' in child && unwanted(child)));
  for (const child of node.childNodes) prune(child, unwanted);
}

/** What a page's head says, read as a browser reads it. */
export function htmlPage(file: string) {
  const html = readFileSync(file, 'utf8');
  const elements = elementsIn(parsePage(html));
  const named = (tag: string) => elements.filter(({ tagName }) => tagName === tag);
  const metas = named('meta');
  return {
    title: named('title').slice(0, 1).map(textOf).join(''),
    /** Contents of the meta elements of a name or property. */
    meta: (name: string): string[] =>
      metas
        .filter((meta) => [attributeOf(meta, 'name'), attributeOf(meta, 'property')].includes(name))
        .map((meta) => attributeOf(meta, 'content') ?? ''),
    links: (rel: string): string[] =>
      named('link')
        .filter((link) => attributeOf(link, 'rel') === rel)
        .map((link) => attributeOf(link, 'href') ?? ''),
    /** What the page's links and forms lead to. */
    targets: (): string[] =>
      elements.flatMap(
        (element) =>
          attributeOf(element, { a: 'href', form: 'action' }[element.tagName] ?? '') ?? [],
      ),
    /** The values of an attribute of all elements of a name, in order. */
    values: (tag: string, name: string): string[] =>
      named(tag).flatMap((element) => attributeOf(element, name) ?? []),
    /** The markup in `main`, without the elements that `unwanted` names. */
    main: (unwanted: (tag: string, attributes: string[]) => boolean): string => {
      const document = parsePage(html);
      prune(document, ({ tagName, attrs }) =>
        unwanted(
          tagName,
          attrs.map(({ name }) => name),
        ),
      );
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
    /** What the scripts hold that a browser would run, one text for each. */
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
    /** What the elements of a name say by themselves, without the elements in them. */
    texts: (tag: string): string[] => named(tag).map(textOf),
  };
}
