import { fromParse5 } from 'hast-util-from-parse5';
import { type Handle, toMdast } from 'hast-util-to-mdast';
import { toMarkdown } from 'mdast-util-to-markdown';
import { parseFragment } from 'parse5';
import { eachOf } from '../basics/each-of.ts';
import { isSafeLink } from '../basics/safe-link.ts';
import { nestWordLists } from './word-lists.ts';

type Html = ReturnType<typeof fromParse5>;
type Markdown = ReturnType<Parameters<Handle>[0]['all']>[number];
type Inline = Extract<Markdown, { type: 'text' | 'strong' | 'emphasis' | 'link' | 'break' }>;

function isInline(node: Markdown): node is Inline {
  return ['text', 'strong', 'emphasis', 'link', 'break'].includes(node.type);
}

/** Inline content of blocks, for places that hold no blocks, such as a heading or a table's cell. */
function inlineOf(nodes: readonly Markdown[]): Inline[] {
  return nodes.flatMap((node) => {
    if (isInline(node)) return [node];
    return 'children' in node ? inlineOf(node.children) : [];
  });
}

const isSeen = (node: Inline) =>
  node.type !== 'break' && !(node.type === 'text' && node.value.trim() === '');

/** Wraps words in a mark, outside of which white space at both ends stays: Markdown has no bold blanks. */
function marked(words: Inline[], mark: (inner: Inline[]) => Inline): Inline[] {
  const [start, end] = [words.findIndex(isSeen), words.findLastIndex(isSeen) + 1];
  if (start === -1) return words;
  const inner = words.slice(start, end);
  const [first, last] = [inner[0], inner.at(-1)];
  const blank: Inline[] = [{ type: 'text', value: ' ' }];
  const isLed = first?.type === 'text' && /^\s/.test(first.value);
  const isFollowed = last?.type === 'text' && /\s$/.test(last.value);
  if (first?.type === 'text') first.value = first.value.trimStart();
  if (last?.type === 'text') last.value = last.value.trimEnd();
  return [
    ...words.slice(0, start),
    ...(isLed ? blank : []),
    mark(inner),
    ...(isFollowed ? blank : []),
    ...words.slice(end),
  ];
}

const content: Handle = (state, node) => state.all(node);
const blocks: Handle = (state, node) => state.toFlow(state.all(node));
const nothing: Handle = () => undefined;

/**
 * Bold and italics, by element or style. Google Docs wraps its texts into a `<b>` that is not bold; Word's
 * `mso-bidi-font-weight` is of other scripts.
 */
const emphasised: Handle = (state, node) => {
  const all = state.all(node);
  const style = String(node.properties['style'] ?? '');
  const isBold = /^(?:b|strong)$/.test(node.tagName)
    ? !/(?<!-)font-weight:\s*(?:normal|[1-4]00)/i.test(style)
    : /(?<!-)font-weight:\s*(?:bold|[6-9]00)/i.test(style);
  const isItalic = /^(?:i|em)$/.test(node.tagName) || /(?<!-)font-style:\s*italic/i.test(style);
  // Around blocks it is left out: it would join them.
  if (!all.every(isInline)) return all;
  const slanted = isItalic ? marked(all, (children) => ({ type: 'emphasis', children })) : all;
  return isBold ? marked(slanted, (children) => ({ type: 'strong', children })) : slanted;
};

const link: Handle = (state, node) => {
  const words = inlineOf(state.all(node));
  const url = String(node.properties['href'] ?? '').trim();
  if (!isSafeLink(url, true)) return words;
  return marked(words, (children) => ({ type: 'link', url, children }));
};

/** The page has its own first-level heading. */
const heading: Handle = (state, node) => ({
  type: 'heading',
  depth: /[12]/.test(node.tagName) ? 2 : 3,
  children: inlineOf(state.all(node)).map((one) =>
    one.type === 'break' ? { type: 'text', value: ' ' } : one,
  ),
});

/** A row of a table as an item of a list: “Small: 54 cm”. */
const row: Handle = (state, node) => {
  const cells = node.children
    .map((cell) => (cell.type === 'element' ? inlineOf(state.all(cell)) : []))
    .filter((cell) => cell.some(isSeen));
  const colon: Inline = { type: 'text', value: ': ' };
  const words = cells.flatMap((cell, at) => (at === 0 ? cell : [colon, cell].flat()));
  return { type: 'listItem', spread: false, children: [{ type: 'paragraph', children: words }] };
};

const table: Handle = (state, node) => {
  const all = state.all(node);
  const rows = all.flatMap((one) => (one.type === 'listItem' ? one : []));
  const others = state.toFlow(all.filter((one) => one.type !== 'listItem'));
  const [only] = rows;
  if (only && rows.length === 1) return [...others, ...only.children];
  return [...others, { type: 'list', ordered: false, spread: false, children: rows }];
};

/** The shop's Markdown has no code, pictures or tables (markdown.ts). */
const handlers: Record<string, Handle> = {
  ...eachOf(['b', 'strong', 'i', 'em', 'span', 'font'], () => emphasised),
  ...eachOf(['code', 'kbd', 'samp', 'tt', 'var', 'del', 's', 'strike', 'u', 'mark'], () => content),
  ...eachOf(['pre', 'listing', 'xmp', 'dl', 'dt', 'dd', 'caption'], () => blocks),
  ...eachOf(['audio', 'iframe', 'img', 'input', 'noscript', 'object', 'select'], () => nothing),
  ...eachOf(['textarea', 'video'], () => nothing),
  ...eachOf(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], () => heading),
  a: link,
  table,
  tr: row,
};

/** Replaces blanks of other widths, which HTML keeps where it joins others, and removes soft hyphens. */
function simplify(node: Html): void {
  if (node.type === 'text')
    node.value = node.value
      .replaceAll(/[\u00A0\u2000-\u200A\u202F]/g, ' ')
      .replaceAll('\u00AD', '');
  if ('children' in node)
    for (const child of node.children) if (child.type !== 'doctype') simplify(child);
}

interface Options {
  /** Whether line breaks in the source count, as in WordPress. */
  keepsBreaks?: boolean;
  /** Notation of a line break; descriptions keep a plain one. */
  lineBreak?: string;
}

const BLOCK =
  'address|article|aside|blockquote|d[dlt]|div|fig|h[1-6]|hr|li|ol|p\\b|pre|section|t[abdhfr]|ul';
const EMPTY_LINE = new RegExp(String.raw`\n\s*\n\s*(?!</?(?:${BLOCK}))`, 'gi');

/**
 * The Markdown of some HTML, as far as the shop's Markdown goes: paragraphs, headings, lists, bold, italics and safe
 * links. Rows of tables become items of lists; pictures and scripts are left out.
 */
export function markdownOfHtml(html: string, options: Options = {}): string {
  const { keepsBreaks = false, lineBreak = '\n' } = options;
  const lines = html.replaceAll(/\r\n?/g, '\n');
  const source = keepsBreaks ? lines.replaceAll(EMPTY_LINE, '<p>') : lines;
  const tree = fromParse5(parseFragment(source));
  simplify(tree);
  nestWordLists(tree);
  const markdown = toMdast(tree, {
    document: true,
    newlines: keepsBreaks,
    handlers,
    nodeHandlers: { comment: nothing },
  });
  return toMarkdown(markdown, {
    bullet: '-',
    listItemIndent: 'one',
    rule: '-',
    resourceLink: true,
    // No empty lines between the items of a list.
    join: [(_left, _right, { type }) => (type === 'list' ? 0 : undefined)],
    handlers: { break: () => lineBreak },
  }).trim();
}
