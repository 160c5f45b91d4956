import type { fromParse5 } from 'hast-util-from-parse5';

type Html = ReturnType<typeof fromParse5>;
type Element = Extract<Html, { type: 'element' }>;
type Child = Element['children'][number];

const styleOf = ({ properties }: Element) => String(properties['style'] ?? '');

function textOf(node: Html): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** Takes the bullet or number off a paragraph. Returns it; undefined if there is none. */
function takeMarker(node: Element): string | undefined {
  for (const [at, child] of node.children.entries()) {
    if (child.type !== 'element') continue;
    if (/mso-list:\s*ignore/i.test(styleOf(child))) {
      node.children.splice(at, 1);
      return textOf(child).trim();
    }
    const inner = takeMarker(child);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function listOf(tagName: string): Element {
  return { type: 'element', tagName, properties: {}, children: [] };
}

/**
 * Makes lists of Microsoft Word's paragraphs that look like items: their style has the level, and their text begins with
 * the bullet or number. Changes the tree.
 */
export function nestWordLists(parent: Html): void {
  if (!('children' in parent)) return;
  /** Open lists by level. */
  const open: Element[] = [];
  const children: Child[] = [];
  for (const child of parent.children) {
    if (child.type !== 'element' && child.type !== 'text') continue;
    nestWordLists(child);
    const level = child.type === 'element' && /mso-list:\s*\S+\s+level(\d)/i.exec(styleOf(child));
    if (!level || child.type !== 'element') {
      if (textOf(child).trim() !== '') open.length = 0;
      children.push(child);
      continue;
    }
    const depth = Math.max(Number(level[1]), 1);
    const tagName = /^[\da-z]+[.)]/i.test(takeMarker(child) ?? '') ? 'ol' : 'ul';
    open.length = Math.min(open.length, depth);
    if (open[depth - 1] && open[depth - 1]?.tagName !== tagName) open.length = depth - 1;
    while (open.length < depth) {
      const list = listOf(tagName);
      const item = open.at(-1)?.children.at(-1);
      (item?.type === 'element' ? item.children : children).push(list);
      open.push(list);
    }
    open.at(-1)?.children.push({ ...child, tagName: 'li', properties: {} });
  }
  parent.children = children;
}
