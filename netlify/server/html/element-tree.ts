/** Reads and edits HTML as a tree, for pages that a function fills in. */
import { parse, parseFragment, serialize, serializeOuter } from 'parse5';
import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

export type { Element, ParentNode };
export { serialize };

/** Parses a whole page. */
export function parsePage(html: string): ParentNode {
  return parse<DefaultTreeAdapterMap>(html);
}

/** Parses an HTML fragment. */
export function parsePiece(html: string): ParentNode {
  return parseFragment<DefaultTreeAdapterMap>(html);
}

/** An element and its descendants in source order, without the contents of templates. */
export function elementsIn(node: Node): Element[] {
  const own = 'tagName' in node ? [node] : [];
  return 'childNodes' in node ? [...own, ...node.childNodes.flatMap(elementsIn)] : own;
}

/** The value of an attribute; undefined without it. */
export function attributeOf({ attrs }: Element, wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}

/** Elements with an attribute, optionally with a given value. */
export function elementsWith(root: Node, name: string, value?: string): Element[] {
  return elementsIn(root).filter((element) => {
    const found = attributeOf(element, name);
    return found !== undefined && (value === undefined || found === value);
  });
}

/** The first element with an attribute. */
export function elementWith(root: Node, name: string, value?: string): Element | undefined {
  return elementsWith(root, name, value)[0];
}

/** The first element with a tag name, in lower case. */
export function tagged(root: Node, name: string): Element | undefined {
  return elementsIn(root).find(({ tagName }) => tagName === name);
}

/** The element that follows another in the same parent. */
export function nextElement(element: Element): Element | undefined {
  const around = element.parentNode?.childNodes ?? [];
  const later = around.slice(around.indexOf(element) + 1);
  return later.find((node) => 'tagName' in node);
}

/** Sets an attribute, or removes it for null. */
export function setAttribute(
  element: Element | undefined,
  name: string,
  value: string | null,
): void {
  if (!element) return;
  const others = element.attrs.filter((attribute) => attribute.name !== name);
  element.attrs = value === null ? others : [...others, { name, value }];
}

/** Sets or removes a boolean attribute. */
export function toggleAttribute(element: Element | undefined, name: string, on: boolean): void {
  setAttribute(element, name, on ? '' : null);
}

/** Replaces an element's content with a text. */
export function setText(element: Element | undefined, text: string): void {
  if (!element) return;
  element.childNodes = [{ nodeName: '#text', value: text, parentNode: element }];
}

/** Replaces an element's content with HTML. */
export function setContent(element: Element | undefined, html: string): void {
  if (!element) return;
  element.childNodes = parsePiece(html).childNodes;
  for (const child of element.childNodes) child.parentNode = element;
}

/** Replaces an element with HTML. */
export function replaceWith(element: Element | undefined, html: string): void {
  const parent = element?.parentNode;
  if (!parent) return;
  const { childNodes: added } = parsePiece(html);
  for (const child of added) child.parentNode = parent;
  parent.childNodes = parent.childNodes.flatMap((child) => (child === element ? added : child));
}

/** Removes an element from its parent. */
export function remove(element: Element | undefined): void {
  const parent = element?.parentNode;
  if (parent) parent.childNodes = parent.childNodes.filter((child) => child !== element);
}

/** The HTML in an element; `''` without one. */
export function contentHtml(element: Element | undefined): string {
  return element ? serialize(element) : '';
}

/** The HTML of an element; `''` without one. */
export function outerHtml(element: Element | undefined): string {
  return element ? serializeOuter(element) : '';
}

/** The HTML in a template. */
export function templateHtml(template: Node | undefined): string {
  return template && 'content' in template ? serialize(template.content) : '';
}
