import { fromMarkdown } from 'mdast-util-from-markdown';

/** The used fields of a Markdown node: https://github.com/syntax-tree/mdast. */
interface Part {
  type: string;
  value?: string;
  alt?: string | null | undefined;
  ordered?: boolean | null | undefined;
  start?: number | null | undefined;
  children?: readonly Part[];
}

function inlineText({ type, value, alt, children = [] }: Part): string {
  return type === 'break' ? '\n' : (value ?? alt ?? children.map(inlineText).join(''));
}

function blockText(part: Part): string {
  const { type, children = [] } = part;
  switch (type) {
    case 'list': {
      const sign = (at: number) => (part.ordered ? `${(part.start ?? 1) + at}.` : '•');
      return children.map((item, at) => `${sign(at)} ${blockText(item)}`).join('\n');
    }
    case 'listItem':
      return children.map(blockText).join('\n');
    case 'blockquote':
      return textOfBlocks(children);
    default:
      return inlineText(part);
  }
}

function textOfBlocks(parts: readonly Part[]): string {
  return parts
    .map(blockText)
    .filter((text) => text !== '')
    .join('\n\n');
}

/**
 * A Markdown text without its marks, for feeds, structured data and search engines: paragraphs separated by an empty
 * line, items of lists by • or their number.
 */
export function plainText(markdown: string): string {
  return textOfBlocks(fromMarkdown(markdown).children);
}
