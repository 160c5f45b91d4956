import { fromMarkdown } from 'mdast-util-from-markdown';
import { isSafeLink } from '#domain/basics/safe-link.ts';

/** A run of text in one style. */
export interface Run {
  text: string;
  look: 'plain' | 'strong' | 'em' | 'link';
  /** The link's full URL. */
  href?: string;
}

/** A block of an e-mail's text, from top to bottom. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'bullets' | 'numbers'; items: Run[][] };

/** The properties used of a node of https://github.com/syntax-tree/mdast. */
interface Part {
  type: string;
  url?: string;
  value?: string;
  ordered?: boolean | null | undefined;
  children?: readonly Part[];
  position?:
    | { start: { offset?: number | undefined }; end: { offset?: number | undefined } }
    | undefined;
}

/** A node's Markdown source. */
function sourceOf({ position }: Part, markdown: string): string {
  return markdown.slice(position?.start.offset, position?.end.offset);
}

interface Writing {
  markdown: string;
  shop: string;
}

function runsOf(parts: readonly Part[], writing: Writing, look: Run['look'] = 'plain'): Run[] {
  return parts.flatMap((part): Run[] => {
    const { type, url = '', children = [] } = part;
    if (type === 'text') return [{ look, text: part.value ?? '' }];
    if (type === 'break') return [{ look: 'plain', text: '\n' }];
    if (type === 'strong' || type === 'emphasis') {
      return runsOf(children, writing, type === 'strong' ? 'strong' : 'em');
    }
    if (type === 'link' && isSafeLink(url)) {
      const href = url.startsWith('/') ? writing.shop + url : url;
      return [{ look: 'link', text: textOf(runsOf(children, writing)), href }];
    }
    // Pictures, HTML, unsafe links and anything else appear as they were written.
    return [{ look, text: sourceOf(part, writing.markdown) }];
  });
}

/** An item's own lines; a nested list appears as it was written. */
function itemOf({ children = [] }: Part, writing: Writing): Run[] {
  return children.flatMap((part, place) => [
    ...(place > 0 ? [{ look: 'plain' as const, text: '\n' }] : []),
    ...runsOf(part.type === 'paragraph' ? (part.children ?? []) : [part], writing),
  ]);
}

function blockOf(part: Part, writing: Writing): Block[] {
  const { type, children = [] } = part;
  switch (type) {
    case 'thematicBreak':
      return [];
    case 'heading':
      return [{ kind: 'heading', text: textOf(runsOf(children, writing)) }];
    case 'list': {
      const items = children.map((item) => itemOf(item, writing));
      return [{ kind: part.ordered ? 'numbers' : 'bullets', items }];
    }
    case 'paragraph':
      return [{ kind: 'paragraph', runs: runsOf(children, writing) }];
    default:
      return [{ kind: 'paragraph', runs: runsOf([part], writing) }];
  }
}

/**
 * The blocks of a Markdown text (CommonMark): paragraphs, headings, lists, bold, italic and links to the shop or to https
 * addresses. Anything else, HTML above all, is plain text; line breaks are kept.
 * @param shop the shop's origin, prefixed to its own paths.
 */
export function blocksOf(markdown: string, shop: string): Block[] {
  const writing = { markdown, shop };
  const root: Part = fromMarkdown(markdown);
  return (root.children ?? []).flatMap((part) => blockOf(part, writing));
}

function textOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('');
}

function lineOf(runs: readonly Run[]): string {
  return runs
    .map(({ text, href }) => (href === undefined || href === text ? text : `${text} (${href})`))
    .join('');
}

/** The blocks as plain text, for mail programs that show no HTML. */
export function plainTextOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'heading') return block.text;
      if (block.kind === 'paragraph') return lineOf(block.runs);
      return block.items
        .map((runs, place) => `${block.kind === 'numbers' ? `${place + 1}.` : '-'} ${lineOf(runs)}`)
        .join('\n');
    })
    .join('\n\n');
}
